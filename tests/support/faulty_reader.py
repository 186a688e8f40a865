"""Negative control of fuzzing: a reader that is wrong about some files."""


def faulty(data):
    """Read a word; a fault is behind four letters that chance does not find. Raises ValueError."""
    if data[:1] == b"B" and data[1:2] == b"o" and data[2:3] == b"a" and data[3:4] == b"r":
        return ("white", "black")[len(data)]
    raise ValueError(data)

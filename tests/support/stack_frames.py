"""Room for deep calls.

CPython keeps the frames of nested calls in chunks of 16 KB. It takes one with mmap when calls cross the end
of the last one, and gives it back when they return. Rendering a page crosses it tens of thousands of times,
which costs the tests that ask for pages a quarter of their processor time. A frame that does not fit gets a
chunk of the next power of two, and the calls below it use what is left of it.
"""

STACK_SIZE = 70_000
"""How many values the frame claims to hold: 560 KB, so that CPython takes 1 MB."""


def with_large_frame(call, *arguments):
    """Call a function with half a megabyte for the frames of its calls."""
    return call(*arguments)


with_large_frame.__code__ = with_large_frame.__code__.replace(co_stacksize=STACK_SIZE)

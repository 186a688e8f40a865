"""Who loses is out, at once or the second time. FIDE has no text on it: what is said here is usage."""

"""Every test here has files of its own."""

from own_files import _own_files  # noqa: F401 - for every test here

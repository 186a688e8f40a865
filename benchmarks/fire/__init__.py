"""Runs the tests and benchmarks of docs/reliability.md, row by row, and writes a report: `make fire`."""

"""The club and its site."""

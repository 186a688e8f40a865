"""Database backend for SQLite: writers of a process take turns, connections stay open."""

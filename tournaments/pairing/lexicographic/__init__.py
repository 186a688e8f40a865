"""FIDE systems of upfloaters and identifiers: Double-Swiss (C.04.5), team Swiss (C.04.6)."""

"""Keizer: a club's ladder, where a win against a high place is worth much; neighbours on it are paired."""

"""Keizer: a club's ladder, on which who stands high is worth much to beat; neighbours on it are paired."""

"""The JSON interface of the games app, one package a version."""

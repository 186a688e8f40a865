"""The JSON interface of the club app, one package a version."""

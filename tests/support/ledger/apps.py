"""The app has its registry imported, as every app that registers something does."""

from importlib import import_module

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """The ledger."""

    name = "ledger"

    def ready(self):
        """Register the jobs and channels."""
        import_module("ledger.registry")

"""Webhooks of events: public live events, posted to other programs."""

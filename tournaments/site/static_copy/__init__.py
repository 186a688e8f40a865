"""Static copy of an event: its public pages as files that any web host serves."""

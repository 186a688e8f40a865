"""News posts, photos and documents of events."""

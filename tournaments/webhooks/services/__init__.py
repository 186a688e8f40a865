"""Settings and deliveries of webhooks."""

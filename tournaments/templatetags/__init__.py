"""What templates of events ask for."""

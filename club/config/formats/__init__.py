"""Dates as this site writes them where Django has only one country's way."""

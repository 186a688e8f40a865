"""The tie-breaks, a small group in each module."""

"""Visible form of names: invisible differences would split one player into two."""

from club.core.name_normalization import insist_seen, plain_name

__all__ = ["insist_seen", "plain_name"]

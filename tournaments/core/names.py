"""Visible form of names: invisible differences would split one player into two."""

from club.core.name_normalization import normalize_name, require_visible

__all__ = ["normalize_name", "require_visible"]

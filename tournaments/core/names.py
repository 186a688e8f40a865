"""Names as people see them: what nobody sees in them would make two players of one."""

from club.core.name_normalization import insist_seen, plain_name

__all__ = ["insist_seen", "plain_name"]

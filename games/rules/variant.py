"""A rule set: its facts, and the tables that follow from them."""

from dataclasses import dataclass, field
from types import MappingProxyType

from games.rules.tables import Tables, build_tables
from games.rules.variant_facts import VariantFacts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant(VariantFacts):
    """One rule set, with its tables built once."""

    tables: Tables = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "articles", MappingProxyType(dict(self.articles)))
        object.__setattr__(self, "tables", build_tables(self))

"""Variants by key; their facts are in the modules named ``facts_``."""

from types import MappingProxyType

from games.rules.facts_64 import CZECH, ENGLISH, ITALIAN, PORTUGUESE, SPANISH, THAI
from games.rules.facts_64_backward import BRAZILIAN, JAMAICAN_POOL, POOL, RUSSIAN, UNIFIED_POOL
from games.rules.facts_100 import ANTIDRAUGHTS, BREAKTHROUGH, FRISIAN, FRYSK, INTERNATIONAL, KILLER
from games.rules.facts_boards import CANADIAN, SPANTSIRETTI, TURKISH

VARIANTS = MappingProxyType(
    {
        variant.key: variant
        for variant in (
            ENGLISH,
            INTERNATIONAL,
            RUSSIAN,
            BRAZILIAN,
            ITALIAN,
            CZECH,
            POOL,
            SPANISH,
            PORTUGUESE,
            TURKISH,
            FRISIAN,
            CANADIAN,
            THAI,
            JAMAICAN_POOL,
            UNIFIED_POOL,
            SPANTSIRETTI,
            KILLER,
            FRYSK,
            BREAKTHROUGH,
            ANTIDRAUGHTS,
        )
    }
)

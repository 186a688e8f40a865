"""Why a pairing system cannot be had: each a name, a stable code and plain facts."""

from typing import Any, ClassVar


class PairingRefusal(Exception):
    """A system that cannot be had; `code` names why, `facts` are plain."""

    code: ClassVar[str] = "pairing_refused"

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.code, facts)
        self.facts: dict[str, Any] = facts


class UnknownSystem(PairingRefusal):
    """No system has this key. Facts: key, known."""

    code = "unknown_system"


class UnknownTypeCode(PairingRefusal):
    """No system here answers to this type code. Facts: type_code, known."""

    code = "unknown_type_code"


class KindNotHere(PairingRefusal):
    """Record 092 names a system that is not implemented. Facts: kind, known."""

    code = "kind_not_here"


class EditionNotHere(PairingRefusal):
    """The type code names an older text, which is not implemented. Facts: type_code, known."""

    code = "edition_not_here"


class BakuUnsuited(PairingRefusal):
    """Acceleration wants two draws to make a win, and nothing for a loss (C.04.7). Facts: win, draw, loss."""

    code = "baku_unsuited"


class BakuByBoards(PairingRefusal):
    """Acceleration lends match points; here board points pair (C.04.7 1.4.4). Facts: type_code."""

    code = "baku_by_boards"

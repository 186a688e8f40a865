"""Refusals of a pairing system: each a name, a stable code and plain facts."""

from typing import Any, ClassVar


class PairingRefusal(Exception):
    """Error: a system is not available; `code` names the reason, `facts` are plain."""

    code: ClassVar[str] = "pairing_refused"

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.code, facts)
        self.facts: dict[str, Any] = facts


class UnknownSystem(PairingRefusal):
    """Error: no system has this key. Facts: key, known."""

    code = "unknown_system"


class UnknownTypeCode(PairingRefusal):
    """Error: no system here has this type code. Facts: type_code, known."""

    code = "unknown_type_code"


class KindNotHere(PairingRefusal):
    """Error: record 092 names a system that is not implemented. Facts: kind, known."""

    code = "kind_not_here"


class EditionNotHere(PairingRefusal):
    """Error: the type code names an older text, which is not implemented. Facts: type_code, known."""

    code = "edition_not_here"


class BakuUnsuited(PairingRefusal):
    """Error: acceleration needs a win of two draws, and a loss of 0 (C.04.7). Facts: win, draw, loss."""

    code = "baku_unsuited"


class BakuByBoards(PairingRefusal):
    """Error: acceleration lends match points; here board points pair (C.04.7 1.4.4). Facts: type_code."""

    code = "baku_by_boards"

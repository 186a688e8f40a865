"""Rate limits of the games API views."""

from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class JudgeThrottle(AnonRateThrottle):
    """Rate limit for visitors: judging is the most expensive public request."""

    scope = "judge"
    rate = "60/min"


class KeepThrottle(UserRateThrottle):
    """Rate limit for accounts and visitors: each request stores a text."""

    scope = "keep-check"
    rate = "20/hour"


class AdjudicationThrottle(UserRateThrottle):
    """Rate limit for accounts and visitors: one search may use two seconds of processor time."""

    scope = "adjudication"
    rate = "20/min"


class MovesThrottle(AnonRateThrottle):
    """Rate limit for visitors, above any pace of a viewer that requests the legal moves at every step."""

    scope = "moves"
    rate = "1200/min"


class UploadThrottle(AnonRateThrottle):
    """Rate limit for visitors: uploaded archives are large."""

    scope = "upload"
    rate = "30/min"

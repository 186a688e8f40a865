"""Web push: the key of the site (RFC 8292) and encrypted messages to browsers (RFC 8291).

The key is derived from the secret key of the site. So there is nothing to set up, to store or to back up.
"""

import base64
import binascii
import json
import time
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac

from club.core.outgoing import Post
from club.core.site_secrets import site_keys

SALT: Final = "club.core.web_push"
CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
HALF_A_SIGNATURE: Final = 32  # bytes
AUTH_BYTES: Final = 16
TOKEN_SECONDS: Final = 12 * 3600  # RFC 8292 allows a day
MAX_PAYLOAD_BYTES: Final = 3_000  # push services take 4 kB


class Receiver(NamedTuple):
    """A browser that subscribed: its address at its push service, its keys, and the key that it knows."""

    endpoint: str
    p256dh: str
    auth: str
    server_key: str


def server_key() -> str:
    """Public key of the site, with which browsers subscribe."""
    return _public(_private_key(settings.SECRET_KEY))


def is_receiver_key(p256dh: str, auth: str) -> bool:
    """Check the keys of a subscription: a point of P-256, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _decoded(p256dh))
        return len(_decoded(auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        return False


def is_known_key(public: str) -> bool:
    """Check that the site still has the private key with this public key."""
    return public in _keys()


def push_message(receiver: Receiver, payload: dict[str, Any], *, seconds: int, topic: str) -> Post:
    """Build the request that pushes a payload; a newer message of a topic replaces one that still waits.

    The push service keeps it for `seconds`. Raises KeyError if the key of the site is not a current one.
    """
    text = json.dumps(payload, ensure_ascii=False).encode()
    if len(text) > MAX_PAYLOAD_BYTES:
        raise ValueError("The message is too long for a push service.")
    sealed: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(CURVE),
        dh=_decoded(receiver.p256dh),
        auth_secret=_decoded(receiver.auth),
        version="aes128gcm",
    )
    token = _token(receiver.endpoint, _keys()[receiver.server_key])
    headers = {
        "Authorization": f"vapid t={token}, k={receiver.server_key}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Urgency": "high",
        "Topic": topic,
    }
    return Post(receiver.endpoint, headers, sealed)


def _keys() -> dict[str, ec.EllipticCurvePrivateKey]:
    """Return the keys of the site by public key: of the secret key, and of earlier ones."""
    keys = map(_private_key, site_keys())
    return {_public(key): key for key in keys}


@lru_cache(maxsize=8)
def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    # 384 bits for a key of 256: the remainder then prefers no key (FIPS 186-5, A.2.1).
    number = int.from_bytes(salted_hmac(SALT, "vapid", secret=secret, algorithm="sha384").digest())
    return ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    return _encoded(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _token(endpoint: str, key: ec.EllipticCurvePrivateKey) -> str:
    """Sign the claim of the site for a push service: a JWT with ES256."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": _contact(),
    }
    head = ".".join(_encoded(json.dumps(one).encode()) for one in ({"typ": "JWT", "alg": "ES256"}, claims))
    numbers = decode_dss_signature(key.sign(head.encode(), ec.ECDSA(SHA256())))
    return f"{head}.{_encoded(b''.join(one.to_bytes(HALF_A_SIGNATURE) for one in numbers))}"


def _contact() -> str:
    """Return where a push service reaches the operator; Apple refuses addresses of `localhost`."""
    sender = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip("> ")
    host = next((one.lstrip(".") for one in settings.ALLOWED_HOSTS if "." in one.lstrip(".*")), "")
    return f"https://{host}" if host and sender.endswith("@localhost") else f"mailto:{sender}"


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)

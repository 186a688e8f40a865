"""A push service on 127.0.0.1 and a browser that subscribed to it and decrypts as RFC 8291 asks."""

import base64
import ipaddress
import json
import secrets
import ssl
import struct
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _derived(secret, salt, info, length):
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


class Browser:
    """A browser's side of a subscription: its keys, and its address at a push service."""

    def __init__(self, endpoint, *, private_key=None, auth=None):
        self.endpoint = endpoint
        self.key = private_key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or secrets.token_bytes(16)

    @property
    def public(self):
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def fields(self):
        """What the page posts."""
        return {"endpoint": self.endpoint, "p256dh": encoded(self.public), "auth": encoded(self.auth)}

    @property
    def document(self):
        """PushSubscription.toJSON()."""
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def decrypt(self, body):
        """Decrypt a message of one record (RFC 8188, RFC 8291)."""
        salt, size, length = body[:16], struct.unpack("!L", body[16:20])[0], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        secret = _derived(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1:] == b"\x02"
        return plain[:-1]

    def read(self, message):
        return json.loads(self.decrypt(message["body"]))


def claims_of(authorization):
    """Verify the signature of a VAPID header; return its claims and its public key."""
    scheme, _space, rest = authorization.partition(" ")
    facts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = facts["t"].split(".")
    raw = decoded(signature)
    numbers = (int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(facts["k"]))
    public.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert (scheme, json.loads(decoded(head))["alg"]) == ("vapid", "ES256")
    return json.loads(decoded(claims)), facts["k"]


class PushService:
    """An https server that takes messages; `statuses` are the answers in turn, then 201 for all."""

    def __init__(self, folder):
        self.messages, self.statuses = [], []
        self.certificate = folder / "push-service.pem"
        self.certificate.write_bytes(_certificate())
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                told = {"path": self.path, "headers": dict(self.headers), "body": body}
                service.messages.append(told)
                self.send_response(service.statuses.pop(0) if service.statuses else 201)
                self.send_header("Location", "https://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_facts):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.certificate)
        self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.origin = f"https://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_error):
        self.server.shutdown()
        self.server.server_close()

    def browser(self, name="anna"):
        return Browser(f"{self.origin}/push/{name}")


def _certificate():
    """A certificate of 127.0.0.1 with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push service of a test")])
    host = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(host, critical=False)
        .sign(key, SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + made.public_bytes(Encoding.PEM)

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping


def _value(headers: Mapping[str, str], name: str) -> str:
    """The header's text, whatever the case of its name; empty where there is none."""
    return next((str(value) for key, value in headers.items() if key.lower() == name), "")


def _is_same(given: str, expected: bytes) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected)


def verify_body(headers: Mapping[str, str], body: bytes, secret: str) -> bool:
    """X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret.

    For 24 hours after a rotation it is made with the old secret, and X-Booking-Signature-Next with the new one.
    """
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest().encode()
    names = ("x-booking-signature", "x-booking-signature-next")
    return any(_is_same(_value(headers, name), expected) for name in names)


def verify_delivery(headers: Mapping[str, str], body: bytes, secret: str, now: float | None = None) -> bool:
    """Standard Webhooks: also covers the id and the time, so an old delivery cannot be played back."""
    timestamp = _value(headers, "webhook-timestamp")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 20):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{_value(headers, 'webhook-id')}.{timestamp}.".encode("utf-8", "replace") + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(_is_same(one, expected) for one in _value(headers, "webhook-signature").split(" "))

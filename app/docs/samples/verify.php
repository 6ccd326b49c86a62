<?php

/** The header's text, whatever the case of its name; empty where there is none. Frameworks give a list of values for each name. */
function header_value(array $headers, string $name): string
{
    $value = array_change_key_case($headers, CASE_LOWER)[$name] ?? '';
    return (string) (is_array($value) ? ($value[0] ?? '') : $value);
}

/**
 * X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret. For 24 hours after a rotation it is made with the
 * old secret, and X-Booking-Signature-Next with the new one.
 */
function verify_body(array $headers, string $body, string $secret): bool
{
    $expected = hash_hmac('sha256', $body, $secret);
    return hash_equals($expected, header_value($headers, 'x-booking-signature'))
        || hash_equals($expected, header_value($headers, 'x-booking-signature-next'));
}

/** Standard Webhooks: also covers the id and the time, so an old delivery cannot be played back. */
function verify_delivery(array $headers, string $body, string $secret, ?int $now = null): bool
{
    $timestamp = header_value($headers, 'webhook-timestamp');
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = header_value($headers, 'webhook-id') . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', header_value($headers, 'webhook-signature')) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

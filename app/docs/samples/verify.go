package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func sign(key, message []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(message)
	return mac.Sum(nil)
}

// VerifyBody checks X-Booking-Signature: hex HMAC-SHA256 over the raw body, keyed with the whole secret. For 24 hours after a rotation
// it is made with the old secret, and X-Booking-Signature-Next with the new one.
func VerifyBody(header http.Header, body []byte, secret string) bool {
	expected := sign([]byte(secret), body)
	for _, name := range []string{"X-Booking-Signature", "X-Booking-Signature-Next"} {
		given, err := hex.DecodeString(header.Get(name))
		if err == nil && hmac.Equal(given, expected) {
			return true
		}
	}
	return false
}

// VerifyDelivery checks the Standard Webhooks signature, which also covers the id and the time, so an old delivery cannot be played back.
func VerifyDelivery(header http.Header, body []byte, secret string, now time.Time) bool {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	signed := append([]byte(header.Get("webhook-id")+"."+timestamp+"."), body...)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(sign(key, signed)))
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(given), expected) {
			return true
		}
	}
	return false
}

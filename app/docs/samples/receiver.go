package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

type event struct {
	Type string `json:"type"`
	Data struct {
		Booking struct {
			Reference string `json:"reference"`
		} `json:"booking"`
	} `json:"data"`
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("Set WEBHOOK_SECRET to the secret of the subscription.")
	}
	http.HandleFunc("/webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 256<<10)) // the raw bytes are what was signed
		if err != nil || !VerifyDelivery(r.Header, body, secret, time.Now()) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		go func() { // answer first, work afterwards
			var e event
			if json.Unmarshal(body, &e) == nil {
				log.Println(e.Type, e.Data.Booking.Reference)
			}
		}()
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}

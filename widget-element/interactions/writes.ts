import type { Api } from "../api";
import type { Booked, Booking, Config, Held, Joined, Verified, VerifyStarted } from "../wire";

/** Body and response of each POST, by path suffix. */
export interface Posts {
  booking: Booked;
  waitlist: Joined;
  verify: VerifyStarted;
  "verify/confirm": Verified;
  hold: Held;
  "hold/release": void;
}

/** API calls after choosing a time. */
export interface Writes {
  /** Not abortable: the booking may exist, and the visitor must see it. */
  post<Name extends keyof Posts>(
    name: Name,
    body: string,
    idempotency_key: string,
  ): Promise<Posts[Name]>;
  /** Reloads the configuration with one schedule's questions. */
  configFor(named: {
    schedule_id: string;
    config_id?: string;
    booking_link_token?: string;
  }): Promise<Config>;
  /**
   * A booking's status by checkout session or id; the service queries the payment provider first.
   */
  bySession(named: { session_id: string } | { booking_id: string }): Promise<Booking>;
}

// The service validates its responses against the contract.
export const writesOf = ({ ask }: Api): Writes => ({
  post: <Name extends keyof Posts>(name: Name, body: string, idempotency_key: string) =>
    ask(`widget/${name}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "idempotency-key": idempotency_key },
    }) as Promise<Posts[Name]>,
  configFor: (named) => ask(`widget/config?${new URLSearchParams(named)}`) as Promise<Config>,
  bySession: (named) =>
    ask(`bookings/by-session?${new URLSearchParams(named)}`) as Promise<Booking>,
});

import type { Api } from "../api";
import type { Booked, Booking, Config, Held, Joined, Verified, VerifyStarted } from "../wire";

/** What a POST asks for, by the end of its address, and what it answers. */
export interface Posts {
  booking: Booked;
  waitlist: Joined;
  verify: VerifyStarted;
  "verify/confirm": Verified;
  hold: Held;
  "hold/release": void;
}

/** What is asked of the service after the choice of a time. */
export interface Writes {
  /** Cannot be aborted: once asked, a booking may exist, and the visitor must be told. */
  post<Name extends keyof Posts>(
    name: Name,
    body: string,
    idempotency_key: string,
  ): Promise<Posts[Name]>;
  /** The configuration once more, with the questions of this schedule. */
  configFor(named: {
    schedule_id: string;
    config_id?: string;
    booking_link?: string;
  }): Promise<Config>;
  /** How a booking stands, by the checkout it was paid in or by its id; the service asks the provider first. */
  bySession(named: { session_id: string } | { booking_id: string }): Promise<Booking>;
}

// The service parses its own answers against the contract.
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

import type { Api } from "../api";
import type { Booked, Booking, Held, Joined, Verified, VerifyStarted } from "../wire";

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
  post<Name extends keyof Posts>(name: Name, body: string, idempotency_key: string): Promise<Posts[Name]>;
  /** The booking that was paid in a checkout. */
  bySession(session_id: string): Promise<Booking>;
}

// The service parses its own answers against the contract.
export const writesOf = ({ ask }: Api): Writes => ({
  post: <Name extends keyof Posts>(name: Name, body: string, idempotency_key: string) =>
    ask(`widget/${name}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "idempotency-key": idempotency_key },
    }) as Promise<Posts[Name]>,
  bySession: (session_id) => ask(`bookings/by-session?${new URLSearchParams({ session_id })}`) as Promise<Booking>,
});

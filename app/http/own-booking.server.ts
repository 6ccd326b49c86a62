import { env } from "~/lib/env.server";
import { readToken, signToken } from "~/lib/signed-token.server";
import { readCookie } from "./session-cookie.server";

// Marks a browser that has just booked on a company's no-JavaScript page. Going back to the form
// then shows the booking instead of "this time is taken".

const NAME = "own_booking";
const SECONDS = 3600;

const purpose = (slug: string) => `own booking:${slug}`;

function cookie(slug: string, value: string, seconds: number): string {
  const secure = env.BASE_URL.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=/book/${slug}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export const keepOwnBooking = (slug: string, id: string): string =>
  cookie(slug, signToken(purpose(slug), id), SECONDS);

/** Redirects to the start of the form and clears the mark. */
export function bookAgain(slug: string, Location: string): Response {
  const headers = { Location, "Set-Cookie": cookie(slug, "", 0), "Cache-Control": "no-store" };
  return new Response(null, { status: 303, headers });
}

/**
 * The booking that this browser made on the page of `slug` within the last hour; null when there is
 * none with a valid signature.
 */
export function ownBooking(request: Request, slug: string): string | null {
  const token = readCookie(request, NAME);
  return token === null ? null : readToken(purpose(slug), token);
}

/** Redirects the guest to their booking and sets the mark. */
export function seeOther(Location: string, cookie: string | null): Response {
  const headers = new Headers({ Location, "Cache-Control": "no-store" });
  if (cookie !== null) headers.set("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

import { isLinkSignature, linkSignature } from "~/lib/crypto.server";
import { env } from "~/lib/env.server";

// Marks a browser that has just booked on a company's no-JavaScript page. Going back to the form
// then shows the booking instead of "this time is taken".

const NAME = "own_booking";
const SECONDS = 3600;

const subject = (slug: string, id: string) => `own booking:${slug}:${id}`;

function cookie(slug: string, value: string, seconds: number): string {
  const secure = env.BASE_URL.startsWith("https:") ? "; Secure" : "";
  return `${NAME}=${value}; Path=/book/${slug}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export const keepOwnBooking = (slug: string, id: string): string =>
  cookie(slug, `${id}.${linkSignature(subject(slug, id))}`, SECONDS);

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
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const [id = "", signature = ""] = (cookies.find((one) => one.startsWith(`${NAME}=`)) ?? "")
    .slice(NAME.length + 1)
    .split(".");
  return id !== "" && isLinkSignature(subject(slug, id), signature) ? id : null;
}

/** Redirects the guest to their booking and sets the mark. */
export function seeOther(Location: string, cookie: string | null): Response {
  const headers = new Headers({ Location, "Cache-Control": "no-store" });
  if (cookie !== null) headers.set("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

import { env } from "~/lib/env.server";
import { otherOrigin } from "./key-refusals";
import { allowsOrigin } from "./origins";

/** Whether a page or an address of this origin may be used: on each of the lists, or one of our own (the booking page, the preview). */
export function isAllowedOrigin(lists: readonly (readonly string[])[], origin: string): boolean {
  return origin === env.BASE_URL || lists.every((allowed) => allowsOrigin(allowed, origin));
}

/** Throws origin_not_allowed when a browser calls from an origin that one of the lists does not have. */
export function checkCallingOrigin(
  lists: readonly (readonly string[])[],
  origin: string | null,
): void {
  if (origin !== null && !isAllowedOrigin(lists, origin)) throw otherOrigin(origin);
}

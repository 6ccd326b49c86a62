import { env } from "~/lib/env.server";
import { otherOrigin } from "./key-refusals";
import { allowsOrigin } from "./origins";

/**
 * Whether a page or URL of this origin is allowed: by each of the lists, or because it is ours (the
 * booking page, the preview).
 */
export function isAllowedOrigin(lists: readonly (readonly string[])[], origin: string): boolean {
  return origin === env.BASE_URL || lists.every((allowed) => allowsOrigin(allowed, origin));
}

/** Throws origin_not_allowed when a browser calls from an origin that is not on every list. */
export function checkCallingOrigin(
  lists: readonly (readonly string[])[],
  origin: string | null,
): void {
  if (origin !== null && !isAllowedOrigin(lists, origin)) throw otherOrigin(origin);
}

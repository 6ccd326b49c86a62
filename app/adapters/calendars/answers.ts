import type { z } from "zod";
import { CalendarError, type CalendarSecret } from "./port";

export function accessTokenOf(secret: CalendarSecret): string {
  if (secret.kind !== "oauth")
    throw new CalendarError("refused", { detail: "not an OAuth account" });
  return secret.access_token;
}

/** Parses JSON; null for an empty text. Throws CalendarError (unavailable) if it is invalid. */
export function parseJson(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new CalendarError("unavailable", { detail: "the response is not JSON" });
  }
}

/** Validates a provider response against a schema; an invalid one counts as unavailable. */
export function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const at = result.error.issues[0]?.path.join(".") ?? "";
  throw new CalendarError("unavailable", {
    detail: `unexpected response at "${at.slice(0, 60)}"`,
  });
}

/** Whether Intl knows the zone. */
export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** Awaits a call on something that may already be gone; not_found is ignored. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof CalendarError && error.kind === "not_found")) throw error;
  });
}

/** Truncates a text to a provider's field length, in UTF-16 code units. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Don't cut a surrogate pair in half.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

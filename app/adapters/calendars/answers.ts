import type { z } from "zod";
import { CalendarError, type CalendarSecret } from "./port";

export function accessTokenOf(secret: CalendarSecret): string {
  if (secret.kind !== "oauth")
    throw new CalendarError("refused", { detail: "not an account of OAuth" });
  return secret.access_token;
}

/** The JSON of an answer; null where it has none. */
export function parseJson(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new CalendarError("unavailable", { detail: "the answer is no JSON" });
  }
}

/** An answer as it must be; what is not is as good as none. */
export function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const at = result.error.issues[0]?.path.join(".") ?? "";
  throw new CalendarError("unavailable", {
    detail: `the answer is not as expected at "${at.slice(0, 60)}"`,
  });
}

/** `true` where Intl knows the zone. */
export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** A call about what may be gone by now, which is then no error. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof CalendarError && error.kind === "not_found")) throw error;
  });
}

/** A text as far as a field of a provider takes it, in UTF-16 code units. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not in the middle of a character.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

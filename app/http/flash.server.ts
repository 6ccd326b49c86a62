import { replace } from "@remix-run/node";
import { z } from "zod";
import { isHttps } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { safePath } from "./page.server";
import { readCookie } from "./session-cookie.server";

const NAME = "flash";
/** Long enough for the redirect that brings it and a slow phone, too short to be shown by a page opened later. */
const SECONDS = 60;
// Not below /dashboard alone: the data of that page itself is read from /dashboard.data, which is no address below it.
// Not HttpOnly: a page whose script runs ends it (`ui/feedback/toasts.tsx`).
const ATTRIBUTES = `Path=/; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** A dashboard address to go on to: the one that a form names, or `otherwise`. */
export function dashboardPath(to: string | null | undefined, otherwise: string): string {
  const path = safePath(to ?? otherwise);
  return path.startsWith("/dashboard") ? path : otherwise;
}

/** With a place in the page, where it names one. */
const DashboardPath = z
  .string()
  .refine(
    (path) => path.startsWith("/dashboard/") && safePath(path) === path.replace(/#[\w-]+$/, ""),
  );
const Flash = z.object({
  id: z.string(),
  text: z.string(),
  undo: z.object({ action: DashboardPath, fields: z.record(z.string(), z.string()) }).nullable(),
  next: z.object({ to: DashboardPath, label: z.string() }).nullable(),
});
/** What the next page says of the form that was just sent, once; `undo` is the form of the opposite change, `next` the page to go on to. */
export type Flash = z.output<typeof Flash>;

/**
 * Goes on to another page, which says `text`. It takes the place of the page with the form: the browser's way back leads past a form that
 * has done its work, and opens nothing again.
 */
export function redirectWith(
  path: string,
  text: string,
  undo: Flash["undo"] = null,
  next: Flash["next"] = null,
): Response {
  const value = Buffer.from(
    JSON.stringify({ id: newId(), text, undo, next } satisfies Flash),
  ).toString("base64url");
  return replace(path, {
    headers: { "Set-Cookie": `${NAME}=${value}; ${ATTRIBUTES}; Max-Age=${SECONDS}` },
  });
}

/**
 * What a form left to be said, with the headers that make it said once; null for nothing. A whole page ends it with its answer. What a
 * script reads does not: the router throws an answer away when a newer one overtakes it, and what it said would be lost.
 */
export function takeFlash(request: Request): {
  flash: Flash | null;
  headers: Record<string, string>;
} {
  const value = readCookie(request, NAME);
  if (value === null) return { flash: null, headers: {} };
  const isPage = request.headers.get("Sec-Fetch-Mode") === "navigate";
  return {
    flash: parse(value),
    headers: isPage ? { "Set-Cookie": `${NAME}=; ${ATTRIBUTES}; Max-Age=0` } : {},
  };
}

function parse(value: string): Flash | null {
  try {
    return Flash.safeParse(JSON.parse(Buffer.from(value, "base64url").toString())).data ?? null;
  } catch {
    return null;
  }
}

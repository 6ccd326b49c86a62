import { replace } from "@remix-run/node";
import { z } from "zod";
import { isHttps } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { safePath } from "./page.server";
import { readCookie } from "./session-cookie.server";

const NAME = "flash";
/** Long enough for a redirect on a slow phone, too short to appear on a page opened later. */
const SECONDS = 60;
// The path is / rather than /dashboard, because the data of that page is read from /dashboard.data.
// Not HttpOnly, because the page's script clears it (`ui/feedback/toasts.tsx`).
const ATTRIBUTES = `Path=/; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** The dashboard address that a form names, or `otherwise`. */
export function dashboardPath(to: string | null | undefined, otherwise: string): string {
  const path = safePath(to ?? otherwise);
  return path.startsWith("/dashboard") ? path : otherwise;
}

/** A dashboard path with an optional fragment. */
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
/**
 * The message about the form just sent, shown once. `undo` is the form that reverts the change,
 * `next` the page to continue with.
 */
export type Flash = z.output<typeof Flash>;

/**
 * Redirects to a page that shows `text`. The redirect replaces the form's page in the history, so
 * that Back doesn't reopen a form that has been sent.
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
 * Takes the flash message of the previous form and the headers that clear it; null when there is
 * none. A document response clears it; a data response does not, because the router drops a
 * response that a newer one overtakes and the message would be lost.
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

import type { ApiKey } from "~/contract/api-keys";
import type { Role, Scope } from "~/contract/common";
import type { Tone } from "~/ui/feedback/badge";
import type { IconName } from "~/ui/icon";

export const scopeWords: Record<Scope, string> = {
  "config:read": "Read how the widget looks and what it asks",
  "availability:read": "Read services and free times",
  "bookings:write": "Book for guests",
  "bookings:read": "Show a visitor the booking they just paid",
  "verification:write": "Send codes that verify a guest's address",
};

export const keyRoleWords: Record<Exclude<Role, "owner">, { label: string; explains: string }> = {
  viewer: { label: "Viewer", explains: "Reads bookings and services, without the guests' addresses." },
  staff: { label: "Staff", explains: "Reads, makes, moves and cancels bookings, and sees the guests' addresses." },
  admin: { label: "Admin", explains: "Does all that an admin does, but makes no keys." },
};

/** Whether a key works, and until when. */
export function keyState(key: ApiKey, now: number, write: (instant: string) => string) {
  const state = (label: string, tone: Tone, icon: IconName) => ({ label, tone, icon });
  if (key.revoked_at !== null) return state(`Revoked ${write(key.revoked_at)}`, "quiet", "cross");
  if (key.expires_at === null) return state("Works", "good", "check");
  if (Date.parse(key.expires_at) <= now) return state(`Ended ${write(key.expires_at)}`, "quiet", "hourglass");
  return state(`Works until ${write(key.expires_at)}`, "good", "check");
}

/** On which websites a publishable key works; none: on all. */
export const websitesWords = (websites: readonly string[]): string =>
  websites.length === 0 ? "On every website" : `On ${websites.join(", ")}`;

/** What a key may do, in one sentence. */
export function mayDo({ kind, scopes, role, is_base }: Pick<ApiKey, "kind" | "scopes" | "role" | "is_base">): string {
  if (kind === "secret") return `For servers, as ${role === "admin" ? "an admin" : role}.`;
  if (is_base) return "For websites, with every right a website can have.";
  return `For websites: ${scopes.map((scope) => scopeWords[scope].toLowerCase()).join("; ")}.`;
}

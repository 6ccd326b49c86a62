import type { ApiKey } from "~/contract/api-keys";
import type { Role, Scope } from "~/contract/common";
import { list, msg, t } from "~/i18n/text";
import type { Tone } from "~/ui/kit/badge";
import type { IconName } from "~/ui/icon";

/** Labels in these tables are translated with t(). */
export const scopeWords: Record<Scope, string> = {
  "config:read": msg("Read the widget’s design and questions"),
  "availability:read": msg("Read services and available times"),
  "bookings:write": msg("Book for guests"),
  "bookings:read": msg("Show visitors the booking they just paid for"),
  "verification:write": msg("Send verification codes to guests"),
};

type KeyRole = Exclude<Role, "owner">;

export const keyRoleWords: Record<KeyRole, { label: string; explains: string }> = {
  viewer: {
    label: msg("Viewer"),
    explains: msg("Reads bookings and services, without guests’ contact details."),
  },
  staff: {
    label: msg("Staff"),
    explains: msg("Reads, creates, moves and cancels bookings. Sees guests’ contact details."),
  },
  admin: {
    label: msg("Admin"),
    explains: msg("Everything an admin can do, except creating keys."),
  },
};

const SERVER_WORDS: Record<KeyRole, string> = {
  viewer: msg("For servers, as viewer"),
  staff: msg("For servers, as staff"),
  admin: msg("For servers, as admin"),
};

/** Whether a key is active, and until when. */
export function keyState(key: ApiKey, now: number, write: (instant: string) => string) {
  const state = (label: string, tone: Tone, icon: IconName) => ({ label, tone, icon });
  if (key.revoked_at !== null)
    return state(t("Revoked {{time}}", { time: write(key.revoked_at) }), "quiet", "cross");
  if (key.expires_at === null) return state(t("Active"), "good", "check");
  const time = write(key.expires_at);
  if (Date.parse(key.expires_at) <= now)
    return state(t("Expired {{time}}", { time }), "quiet", "hourglass");
  return state(t("Active until {{time}}", { time }), "good", "check");
}

/** Websites a publishable key is limited to; empty for all. */
export const websitesWords = (websites: readonly string[]): string =>
  websites.length === 0 ? t("All websites") : websites.join(", ");

/** A key's permissions. */
export function mayDo({
  kind,
  scopes,
  role,
  is_base,
}: Pick<ApiKey, "kind" | "scopes" | "role" | "is_base">): string {
  // a secret key always has one of these roles
  if (kind === "secret") return t(SERVER_WORDS[role as KeyRole]);
  if (is_base) return t("For websites, with all permissions");
  return t("For websites: {{permissions}}", {
    permissions: list(scopes.map((scope) => t(scopeWords[scope]))),
  });
}

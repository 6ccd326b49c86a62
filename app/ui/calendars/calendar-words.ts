import type { CalendarConnection } from "~/contract/calendar-connections";
import type { ConnectedCalendar } from "~/contract/calendars";
import { list, msg, pageLocale, t } from "~/i18n/text";
import type { Tone } from "../kit/badge";
import type { IconName } from "../icon";

// Labels for external calendars, shared by all pages.

/** Translated with t(). */
export const providerNames: Record<CalendarConnection["provider"], string> = {
  google: msg("Google Calendar"),
  microsoft: msg("Microsoft 365"),
  caldav: msg("CalDAV"),
  ical: msg("iCal address"),
};

export const stateWords: Record<
  CalendarConnection["state"],
  { label: string; tone: Tone; icon: IconName }
> = {
  ok: { label: msg("Connected"), tone: "good", icon: "check" },
  stale: { label: msg("Not answering"), tone: "wait", icon: "hourglass" },
  reconnect_required: { label: msg("Reconnect"), tone: "bad", icon: "warning" },
  missing_scope: { label: msg("Permission missing"), tone: "bad", icon: "warning" },
  rate_limited: { label: msg("Waiting"), tone: "wait", icon: "hourglass" },
  disconnecting: { label: msg("Disconnecting"), tone: "quiet", icon: "hourglass" },
};

/** Health of a calendar. Translated with t(). */
export const healthWords: Record<
  ConnectedCalendar["health"],
  { label: string; tone: Tone; icon: IconName }
> = {
  ok: { label: msg("Connected"), tone: "good", icon: "check" },
  late: { label: msg("Late"), tone: "wait", icon: "hourglass" },
  unreadable: { label: msg("Can’t be read"), tone: "bad", icon: "warning" },
  gone: { label: msg("Deleted there"), tone: "bad", icon: "warning" },
  no_right: { label: msg("Permission missing"), tone: "bad", icon: "warning" },
};

/** Summarizes a calendar's use in one line. */
export function roleWords({
  checks,
  mode,
  writes,
  minutes_before,
  minutes_after,
}: Pick<
  ConnectedCalendar,
  "checks" | "mode" | "writes" | "minutes_before" | "minutes_after"
>): string {
  const parts = [
    ...(checks ? [mode === "hard" ? t("Blocks bookings") : t("Shown to staff only")] : []),
    ...(checks && minutes_before + minutes_after > 0
      ? [t("Buffer {{before}}/{{after}} min", { before: minutes_before, after: minutes_after })]
      : []),
    ...(writes ? [t("Receives bookings")] : []),
  ];
  return parts.length === 0 ? t("Not used") : parts.join(" · ");
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** "40 sec. ago": age at `now` (epoch ms). */
function ageWords(at: string, now: number): string {
  const seconds = Math.max(Math.round((now - Date.parse(at)) / 1000), 0);
  const format = new Intl.RelativeTimeFormat(pageLocale(), { style: "short" });
  if (seconds < 2 * MINUTE) return format.format(-seconds, "second");
  if (seconds < 2 * HOUR) return format.format(-Math.round(seconds / MINUTE), "minute");
  return format.format(-Math.round(seconds / HOUR), "hour");
}

/** "Read 40 sec. ago", or that it was never read. */
export const readWords = (at: string | null, now: number): string =>
  at === null ? t("Not read yet") : t("Read {{age}}", { age: ageWords(at, now) });

/** The age of a calendar's state: since when it is broken, or when it was last read. */
export function stateAge(
  {
    health,
    health_since,
    checks,
    last_read_at,
  }: Pick<ConnectedCalendar, "health" | "health_since" | "checks" | "last_read_at">,
  now: number,
): string | null {
  if (health !== "ok") return health_since === null ? null : ageWords(health_since, now);
  return checks ? readWords(last_read_at, now) : null;
}

/** Source of busy time: "Busy (Anna’s calendar)". */
export const busyWords = (names: readonly string[]): string =>
  names.length === 1
    ? t("Busy ({{name}}’s calendar)", { name: names[0]! })
    : t("Busy ({{names}})", { names: list(names) });

import type { CalendarProblem, ReadProblem, UnreadReason } from "~/adapters/calendars/port";
import type { CalendarHealth } from "~/contract/calendars";
import { MAX_BUSY_TIMES_OF_A_CALENDAR } from "~/contract/limits";
import { list, msg, plural, t } from "~/i18n/text";
import type { ConnectionState } from "./connections.sql.server";

/** Instructions for the owner, by the state of a connection. Translated by t(). */
const stateWords: Record<Exclude<ConnectionState, "ok">, string> = {
  stale: msg(
    "The calendar provider hasn’t answered for a while. Times from the last reading still count.",
  ),
  reconnect_required: msg(
    "We no longer have access to this account. Connect it again; times from the last reading still count.",
  ),
  missing_scope: msg("A permission is missing. Choose again, and leave all boxes ticked."),
  rate_limited: msg("The calendar provider asks us to wait. Reading goes on by itself."),
  disconnecting: msg("Disconnecting."),
};

/** More specific texts, used instead where they apply. */
const problemWords: Partial<Record<CalendarProblem | "late", string>> = {
  late: msg("Reading is late. Times from the last reading still count."),
  admin_consent: msg(
    "An administrator of your organisation must allow this app. Ask them, then connect again.",
  ),
  operator: msg("The calendar provider refuses this service. Tell whoever runs it."),
  address_not_allowed: msg(
    "The address leads into a private network, which this service doesn’t open.",
  ),
  other_host: msg(
    "The server now leads to another address, which doesn’t get your password. Connect the account again with that address.",
  ),
};

/** Describes a connection's problem and its remedy; null if there is none. */
export function problemOf(state: ConnectionState, problem: string | null): string | null {
  const known = problemWords[problem as CalendarProblem] as string | undefined; // stored as the kind of a CalendarError
  if (state === "ok") return known === undefined ? null : t(known);
  return t(known ?? stateWords[state]);
}

const healthWords: Record<"late" | "unreadable" | "gone", string> = {
  late: msg("Reading is late. Times from the last reading still count."),
  unreadable: msg(
    "The provider’s calendar can’t be read or is too large. Times from the last reading still count.",
  ),
  gone: msg(
    "This calendar no longer exists at the provider. Remove it here, or connect another one; times from the last reading still count.",
  ),
};
const REFUSED_READING = msg(
  "The provider refuses this calendar. Share it again there, or remove it here; times from the last reading still count.",
);
const REFUSED_WRITING = msg(
  "Bookings can no longer be written to this calendar. Allow it at the provider, or choose another calendar.",
);
const unreadWords: Record<UnreadReason, string> = {
  no_time: msg("no start time"),
  rule: msg("unknown recurrence"),
  too_many: msg("too many occurrences"),
  format: msg("damaged"),
};

export const countUnread = (unread: ReadProblem[] | null): number =>
  (unread ?? []).reduce((sum, { count }) => sum + count, 0);

interface CalendarProblems {
  state: ConnectionState;
  health: CalendarHealth;
  problem: string | null;
  account_problem: string | null;
  write_problem: string | null;
  unread: ReadProblem[] | null;
}

/** Describes a calendar's problem and its remedy; null if there is none. */
export function calendarProblem(calendar: CalendarProblems): string | null {
  const { state, health, problem, account_problem, write_problem, unread } = calendar;
  switch (health) {
    case "no_right":
      if (state === "reconnect_required" || state === "missing_scope")
        return problemOf(state, account_problem);
      return t(write_problem === null ? REFUSED_READING : REFUSED_WRITING);
    case "late":
    case "unreadable":
    case "gone":
      return t(healthWords[health]);
    case "ok": {
      if (problem === "too_many")
        return t(
          "This calendar has too many events. The {{count}} busy times nearest to now count; later ones can be booked.",
          { count: MAX_BUSY_TIMES_OF_A_CALENDAR },
        );
      const count = countUnread(unread);
      if (count === 0) return null;
      const reasons = list((unread ?? []).map(({ reason }) => t(unreadWords[reason])));
      return plural(
        count,
        "{{count}} event couldn’t be read: {{reasons}}.",
        "{{count}} events couldn’t be read: {{reasons}}.",
        { reasons },
      );
    }
  }
}

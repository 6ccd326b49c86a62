import type { CalendarProblem } from "~/adapters/calendars/port";
import { msg, t } from "~/i18n/text";
import type { ConnectionState } from "./connections.sql.server";

/** What a connection's state asks of its person. Shown by t(). */
const stateWords: Record<Exclude<ConnectionState, "ok">, string> = {
  stale: msg(
    "The calendar provider hasn’t answered for a while. Times from the last reading still count.",
  ),
  reconnect_required: msg(
    "This account no longer lets us in. Connect it again; times from the last reading still count.",
  ),
  missing_scope: msg("A right wasn’t given. Choose again, and leave all boxes ticked."),
  rate_limited: msg("The calendar provider asks us to wait. Reading goes on by itself."),
  disconnecting: msg("Being disconnected."),
};

/** What is said in place of that, where more is known. */
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

/** What is wrong with a connection and what to do, in plain words; null: nothing is. */
export function problemOf(state: ConnectionState, problem: string | null): string | null {
  const known = problemWords[problem as CalendarProblem] as string | undefined; // kept by the kind of a CalendarError
  if (state === "ok") return known === undefined ? null : t(known);
  return t(known ?? stateWords[state]);
}

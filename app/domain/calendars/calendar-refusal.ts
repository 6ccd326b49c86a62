import { CalendarError, type CalendarProblem } from "~/adapters/calendars/port";
import type { ErrorCode } from "~/contract/errors";
import { t, msg } from "~/i18n/text";
import { AppError } from "~/lib/app-error";

/** The error for our caller when a provider call fails. */
const REFUSALS: Record<CalendarProblem, { code: ErrorCode; message: string }> = {
  reconnect: {
    code: "not_connected",
    message: msg("We no longer have access to this account. Connect it again."),
  },
  missing_scope: {
    code: "not_connected",
    message: msg("A permission is missing. Choose again, and leave all boxes ticked."),
  },
  admin_consent: {
    code: "not_connected",
    message: msg(
      "An administrator of your organisation must allow this app. Ask them, then connect again.",
    ),
  },
  operator: {
    code: "provider_unavailable",
    message: msg("The calendar provider refuses this service. Tell whoever runs it."),
  },
  rate_limited: {
    code: "rate_limited",
    message: msg("The calendar provider asks us to wait. Try again in a few minutes."),
  },
  cursor_gone: {
    code: "provider_unavailable",
    message: msg("The calendar provider isn’t responding properly. Try again."),
  },
  conflict: {
    code: "provider_unavailable",
    message: msg("The calendar provider isn’t responding properly. Try again."),
  },
  not_found: { code: "not_found", message: msg("The account has no such calendar any more.") },
  refused: {
    code: "provider_unavailable",
    message: msg("The calendar provider isn’t responding properly. Try again."),
  },
  address_not_allowed: {
    code: "provider_unavailable",
    message: msg("The address leads into a private network, which this service doesn’t open."),
  },
  other_host: {
    code: "not_connected",
    message: msg(
      "The server now leads to another address, which doesn’t get your password. Connect the account again with that address.",
    ),
  },
  unavailable: {
    code: "provider_unavailable",
    message: msg("The calendar provider isn’t responding."),
  },
};

/** Runs `work`, which calls a provider, and converts its errors into ours. */
export async function askProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { code, message } = REFUSALS[error.kind];
    const wait = error.retry_after_ms;
    const headers =
      wait === null ? {} : { headers: { "Retry-After": String(Math.ceil(wait / 1000)) } };
    throw new AppError(code, t(message), headers);
  }
}

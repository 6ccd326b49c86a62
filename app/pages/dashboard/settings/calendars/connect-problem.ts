import { msg, t } from "~/i18n/text";

/** Why connecting failed, by the provider's `connect_error`. Translated with t(). */
const PROBLEMS: Record<string, string> = {
  access_denied: msg("You didn’t agree, so nothing was connected."),
  missing_scope: msg(
    "A box was left unticked, so your calendars can’t be read. Choose again, and leave all boxes ticked.",
  ),
  fewer_rights: msg(
    "You granted fewer permissions than before, so the account stays connected as it was. Connect again, and leave all boxes ticked.",
  ),
  admin_consent: msg(
    "An administrator of your organisation must allow this app. Ask them, then connect again.",
  ),
  operator: msg("The calendar provider refuses this service. Tell whoever runs it."),
  integration_disabled: msg("This calendar provider isn’t configured here."),
  in_use: msg("This account is being disconnected. Try again in a minute."),
  validation_failed: msg("You’ve connected as many accounts as possible. Disconnect one first."),
};

/** null: no error. */
export function connectProblem(error: string | null): string | null {
  if (error === null) return null;
  return t(
    PROBLEMS[error] ?? msg("The calendar provider didn’t accept the connection. Try again."),
  );
}

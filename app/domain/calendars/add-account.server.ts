import { createHash } from "node:crypto";
import {
  CalendarError,
  type CalendarProblem,
  type CalendarSecret,
} from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import type { CalendarConnection, NewCalendarConnection } from "~/contract/calendar-connections";
import { t, msg } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { transaction } from "~/lib/db.server";
import type { UserActor } from "../identity/actor";
import { sealSecret } from "./access.server";
import { callFor } from "./calendar-call";
import { askProvider } from "./calendar-refusal";
import { keepConnection } from "./connect-account.server";
import { afterReconnected } from "./queue-pushes.server";
import { getConnection } from "./connections.server";

/** The timeout for a server that a person has entered. */
const CHECK_MS = 20_000;

/**
 * Connects an account by password, or a calendar by URL: its calendars are listed before anything
 * is stored. An account that is already connected keeps its row. Throws validation_failed (the
 * input does not give access; too many), integration_disabled, provider_unavailable.
 */
export async function addAccount(
  actor: UserActor,
  input: NewCalendarConnection,
): Promise<CalendarConnection> {
  const provider = calendarProvider(input.provider);
  if (provider === null)
    throw new AppError("integration_disabled", t("This calendar provider isn’t configured here."));
  const secret = secretOf(input);
  const listed = await askAt(input, () =>
    provider.listCalendars(secret, callFor(actor.tenant.id, CHECK_MS)),
  );
  if (listed.length === 0)
    throw invalidField(fieldOf(input), t("There is no calendar at this address."), "empty");
  const given = {
    user_id: actor.user_id,
    provider: input.provider,
    account: accountOf(input),
    scopes: [],
    state: "ok",
  } as const;
  const seal = (id: string) => sealSecret(actor.tenant.id, id, secret);
  const id = await transaction((db) => keepConnection(db, actor, given, seal));
  await afterReconnected(actor.tenant.id, id);
  return getConnection(actor, id);
}

function secretOf(input: NewCalendarConnection): CalendarSecret {
  if (input.provider === "ical") return { kind: "address", url: input.url };
  const { server_url, username, password } = input;
  return { kind: "password", server_url, username, password };
}

const fieldOf = (input: NewCalendarConnection) =>
  input.provider === "ical" ? "url" : "server_url";

/**
 * The account's identifier. A feed's URL is secret, so: its host, and a hash that tells two feeds
 * of one host apart.
 */
function accountOf(input: NewCalendarConnection): string {
  if (input.provider === "caldav") return `${input.username} (${new URL(input.server_url).host})`;
  const mark = createHash("sha256").update(input.url).digest("hex").slice(0, 6);
  return `${new URL(input.url).host} (${mark})`;
}

/** Error messages for the server's response, by the field they concern. */
const TYPED: Partial<Record<CalendarProblem, { field: "password" | "address"; message: string }>> =
  {
    reconnect: {
      field: "password",
      message: msg(
        "The server refuses this name or password. iCloud, Fastmail and others take only an app password, made in the account’s settings there.",
      ),
    },
    address_not_allowed: {
      field: "address",
      message: msg("The address leads into a private network, which this service doesn’t open."),
    },
    not_found: { field: "address", message: msg("There is no calendar at this address.") },
    refused: {
      field: "address",
      message: msg("We couldn’t read a calendar at this address."),
    },
    unavailable: {
      field: "address",
      message: msg("The server isn’t responding. Check the address, or try again later."),
    },
  };

async function askAt<T>(input: NewCalendarConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const typed = error instanceof CalendarError ? TYPED[error.kind] : undefined;
    if (!(error instanceof CalendarError)) throw error;
    if (error.host !== null)
      throw invalidField(
        fieldOf(input),
        t(
          "The server leads to {{host}}, which doesn’t get your password. Enter that address if you trust it.",
          { host: error.host },
        ),
        error.kind,
      );
    // A URL that requires a password is not a feed.
    if (input.provider === "ical" && (error.status === 401 || error.status === 403))
      throw invalidField(
        "url",
        t("This address asks for a password. Use a secret or public iCal address."),
        "refused",
      );
    if (typed === undefined) return askProvider(() => Promise.reject(error));
    throw invalidField(
      typed.field === "password" ? "password" : fieldOf(input),
      t(typed.message),
      error.kind,
    );
  }
}

import { createHash, randomBytes } from "node:crypto";
import { CalendarError, type CalendarOAuth } from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import type {
  CalendarsReturn,
  ConnectCalendars,
  OAuthCalendarProvider,
} from "~/contract/calendar-connections";
import { MAX_CONNECTIONS } from "~/contract/limits";
import { t } from "~/i18n/text";
import { AppError, notFound } from "~/lib/app-error";
import { randomToken } from "~/lib/crypto.server";
import { type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, type UserActor } from "../identity/actor";
import { sealSecret } from "./access.server";
import { askProvider } from "./calendar-refusal";
import {
  insertConnectState,
  spendConnectState,
  type SpentState,
} from "./connect-states.sql.server";
import { afterReconnected } from "./queue-pushes.server";
import { queueRead } from "./queue-read.server";
import {
  findConnection,
  type FormerConnection,
  lockConnectionOf,
  makeDue,
  type NewConnection,
  saveConnection,
} from "./connections.sql.server";

/** The time limit for the consent at the provider, in minutes. */
const STATE_MINUTES = 10;

/** The page to return to after the provider. */
const PAGE = "/dashboard/settings/calendars";

/** The OAuth providers configured by the operator. */
export const configuredProviders = (): OAuthCalendarProvider[] =>
  (["google", "microsoft"] as const).filter((name) => calendarProvider(name)?.oauth);

/**
 * Starts a connection: a single-use state for this person and browser, valid for ten minutes, with
 * its PKCE verifier (RFC 7636). Throws integration_disabled, not_found (the connection or resource
 * it is for), in_use (it is being disconnected).
 */
export async function beginConnect(
  actor: UserActor,
  input: ConnectCalendars,
): Promise<{ url: string; state: string }> {
  const oauth = requireOAuth(input.provider);
  const { provider, connection_id, resource_id, access: use } = input;
  if (resource_id !== undefined && !mayUseResource(actor, resource_id))
    throw notFound("Resource", resource_id);
  const former =
    connection_id === undefined ? undefined : await findConnection(actor.tenant.id, connection_id);
  if (
    connection_id !== undefined &&
    (former?.user_id !== actor.user_id || former.provider !== provider)
  )
    throw notFound("Calendar connection", connection_id);
  if (former?.state === "disconnecting") throw beingDisconnected();
  const [state, code_verifier] = [randomToken(), randomBytes(32).toString("base64url")];
  const detail = { ...(connection_id && { connection_id }), ...(resource_id && { resource_id }) };
  await insertConnectState(actor, provider, {
    state,
    code_verifier,
    detail,
    minutes: STATE_MINUTES,
  });
  const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
  const account = former === undefined ? {} : { account: former.account };
  const url = await askProvider(() =>
    oauth.authorizeUrl({ state, code_challenge, use, ...account }),
  );
  return { url: url.href, state };
}

function requireOAuth(name: OAuthCalendarProvider): CalendarOAuth {
  const oauth = calendarProvider(name)?.oauth;
  if (!oauth)
    throw new AppError("integration_disabled", t("This calendar provider isn’t configured here."));
  return oauth;
}

const invalidState = () =>
  new AppError("invalid_state", t("The connection expired. Start again from the dashboard."));
const beingDisconnected = () =>
  new AppError("in_use", t("This account is being disconnected. Try again in a minute."));

/**
 * Handles a person's return from the provider: stores the account and returns the URL to redirect
 * to, with a failure in `connect_error`. Throws integration_disabled, and invalid_state: a return
 * that was not started here, or used before, is not redirected.
 */
export async function returnFromCalendarProvider(
  actor: UserActor,
  provider: OAuthCalendarProvider,
  { code, state, error }: CalendarsReturn,
  address: URL,
  browserState: string | null,
): Promise<string> {
  const oauth = requireOAuth(provider);
  if (state === undefined || browserState === null || browserState !== state) throw invalidState();
  // A refusal consumes the state too, so that a code with the same state later connects nothing.
  const spent = await spendConnectState(actor, provider, state);
  if (spent === undefined) throw invalidState();
  if (error !== undefined) return `${PAGE}?connect_error=${refusalOf(error)}`;
  if (code === undefined) throw invalidState();
  try {
    const { id, missing, fewer, is_other } = await keepGrant(
      actor,
      provider,
      oauth,
      spent,
      address,
    );
    if (fewer) return `${PAGE}?connect_error=fewer_rights`;
    if (missing) return `${PAGE}?connect_error=missing_scope`;
    const { resource_id } = spent.detail;
    const params = {
      connected: "",
      ...(is_other && { other_account: "" }),
      ...(resource_id && { resource_id }),
    };
    return `${PAGE}/${id}?${new URLSearchParams(params)}`;
  } catch (problem) {
    if (problem instanceof AppError) return `${PAGE}?connect_error=${problem.code}`;
    if (problem instanceof CalendarError) return `${PAGE}?connect_error=${problem.kind}`;
    throw problem;
  }
}

/**
 * The error of a provider (RFC 6749, 4.1.2.1), and of Microsoft when the organisation's admin has
 * not consented.
 */
function refusalOf(error: string): string {
  if (error === "access_denied") return "access_denied";
  return ["consent_required", "interaction_required"].includes(error) ? "admin_consent" : "refused";
}

async function keepGrant(
  actor: UserActor,
  provider: OAuthCalendarProvider,
  oauth: CalendarOAuth,
  { code_verifier, detail }: SpentState,
  { pathname, search }: URL,
) {
  // The URL as the provider called it, regardless of proxies.
  const { secret, scopes, account } = await oauth.exchange(
    new URL(pathname + search, env.BASE_URL),
    code_verifier,
  );
  const missing = oauth.missingScopes(scopes, "read").length > 0;
  const given = {
    user_id: actor.user_id,
    provider,
    account,
    scopes,
    state: missing ? "missing_scope" : "ok",
  } as const;
  const { id, fewer } = await transaction(async (db) => {
    const former = await lockConnectionOf(db, actor.tenant.id, given);
    if (former !== undefined && isFewer(oauth, former, scopes))
      return { id: former.id, fewer: true };
    const seal = (id: string) => sealSecret(actor.tenant.id, id, secret);
    return { id: await keepConnection(db, actor, given, seal), fewer: false };
  });
  if (!fewer) await afterReconnected(actor.tenant.id, id);
  return {
    id,
    missing,
    fewer,
    is_other: detail.connection_id !== undefined && detail.connection_id !== id,
  };
}

/**
 * Whether a working grant would be replaced by one with fewer permissions. It is not revoked: that
 * would end both.
 */
const isFewer = (oauth: CalendarOAuth, former: FormerConnection, scopes: readonly string[]) =>
  ["ok", "stale", "rate_limited"].includes(former.state) &&
  (["read", "write"] as const).some(
    (use) =>
      oauth.missingScopes(former.scopes, use).length === 0 &&
      oauth.missingScopes(scopes, use).length > 0,
  );

/**
 * Stores a connection and queues reading its calendars. An account connected before keeps its row,
 * so that reconnecting duplicates nothing. Throws validation_failed (too many), in_use (it is being
 * disconnected).
 */
export async function keepConnection(
  db: Sql,
  actor: UserActor,
  given: NewConnection,
  seal: (id: string) => Buffer,
): Promise<string> {
  const tenantId = actor.tenant.id;
  const saved = await saveConnection(db, tenantId, given, seal);
  if (saved === null)
    throw new AppError(
      "validation_failed",
      t("You can connect at most {{count}} accounts. Disconnect one first.", {
        count: MAX_CONNECTIONS,
      }),
    );
  if (saved.state_before === "disconnecting") throw beingDisconnected();
  for (const calendar of await makeDue(db, tenantId, saved.id))
    await queueRead(db, tenantId, calendar);
  const action = saved.is_new ? "calendar_connection.created" : "calendar_connection.reconnected";
  await writeAudit(db, actor, {
    action,
    entity: "calendar_connection",
    entity_id: saved.id,
    diff: { provider: given.provider },
  });
  return saved.id;
}

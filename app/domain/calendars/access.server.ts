import {
  CalendarError,
  type CalendarProblem,
  type CalendarProvider,
  type CalendarProviderName,
  type CalendarSecret,
} from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import {
  claimRefresh,
  type ConnectionRow,
  countRefusal,
  endRefresh,
  loadConnection,
  noteAnswer,
  noteFailure,
} from "./access.sql.server";
import { callFor } from "./calendar-call";
import { MAX_REFUSALS } from "./calendar-health.sql";
import { openSecret, sealSecret } from "./seal-secret.server";

export { openSecret, sealSecret } from "./seal-secret.server";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** A token that expires sooner is refreshed before use. */
const TOKEN_LEFT_MS = 2 * MINUTE_MS;
/** The lease of a refresh: longer than a provider takes to respond. */
const REFRESH_MS = 30 * SECOND_MS;
const LOOK_AGAIN_MS = 250;
/** An account without a response for this long is stale; before that it may be a short outage. */
const STALE_AFTER_MS = 15 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
const LONGEST_RETRY_MS = 60 * MINUTE_MS;

/** Problems of one call rather than the account, which has responded. */
const ANSWERS: readonly CalendarProblem[] = ["cursor_gone", "conflict", "not_found", "refused"];

/** States that only reconnecting the account can fix. */
const NEEDS_OWNER: readonly CalendarProblem[] = ["admin_consent", "other_host"];
/** The timeout for a call that probes whether the account is accessible. */
const PROBE_MS = 20 * SECOND_MS;

/** Looks up a provider by name. */
export type FindProvider = (name: CalendarProviderName) => CalendarProvider | null;

interface Access {
  tenantId: string;
  id: string;
  provider: CalendarProvider;
  row: ConnectionRow;
  secret: CalendarSecret;
}

/**
 * Calls an account's provider with its credentials, and stores the outcome as the connection's
 * state. An expiring token is refreshed first, by one process at a time; if a token that seemed
 * valid is rejected, it is refreshed and the call retried once, so `work` may run twice. No call is
 * made while the account needs reconnecting, or the provider has asked to wait. Throws
 * CalendarError.
 */
export async function withAccess<T>(
  tenantId: string,
  connectionId: string,
  work: (provider: CalendarProvider, secret: CalendarSecret) => Promise<T>,
  find: FindProvider = calendarProvider,
): Promise<T> {
  const row = await openConnection(tenantId, connectionId);
  const provider = find(row.provider);
  if (provider === null)
    throw new CalendarError("operator", { detail: `${row.provider} is not configured` });
  let access: Access = {
    tenantId,
    id: connectionId,
    provider,
    row,
    secret: openSecret(tenantId, connectionId, row.secret),
  };
  try {
    if (endsWithin(access, TOKEN_LEFT_MS)) access = await refreshed(access);
    let answer: T;
    try {
      answer = await work(provider, access.secret);
    } catch (error) {
      if (!isRefusedToken(error, access, row)) throw error;
      access = await refreshed(access);
      answer = await work(provider, access.secret);
    }
    await noteAnswered(access, true);
    return answer;
  } catch (error) {
    if (error instanceof CalendarError) await note(access, error);
    throw error;
  }
}

/** Throws CalendarError if the account must not be called now. */
async function openConnection(tenantId: string, id: string): Promise<ConnectionRow> {
  const row = await loadConnection(tenantId, id);
  if (row === null) throw new CalendarError("not_found", { detail: "no such connection" });
  const wait = (row.retry_at?.getTime() ?? 0) - row.now.getTime();
  // During an outage a server may refuse everybody: a verdict based only on refused calls has a
  // retry_at and is tried again then; a final one (a refused refresh) has none.
  if (row.state === "reconnect_required" && (row.retry_at === null || wait > 0))
    throw new CalendarError("reconnect");
  if (wait > 0) throw new CalendarError("rate_limited", { retry_after_ms: wait });
  return row;
}

/** The token seemed valid and was rejected, and this call has not refreshed it yet. */
const isRefusedToken = (error: unknown, access: Access, first: ConnectionRow) =>
  error instanceof CalendarError &&
  error.kind === "reconnect" &&
  access.secret.kind === "oauth" &&
  access.row === first;

function endsWithin({ secret, row }: Access, ms: number): boolean {
  return secret.kind === "oauth" && Date.parse(secret.access_expires_at) - row.now.getTime() <= ms;
}

/**
 * The same access with a new token, refreshed by this process or by another one meanwhile. The
 * provider is called outside any transaction; the lease prevents a second refresh with a refresh
 * token that is already used up.
 */
async function refreshed(access: Access): Promise<Access> {
  const { tenantId, id } = access;
  for (let { row } = access; ;) {
    const secret = openSecret(tenantId, id, row.secret);
    const isNew =
      !row.secret.equals(access.row.secret) &&
      JSON.stringify(secret) !== JSON.stringify(access.secret);
    if (isNew) return { ...access, row, secret };
    const until = new Date(row.now.getTime() + REFRESH_MS);
    if (await claimRefresh(tenantId, id, { secret: row.secret, now: row.now, until })) {
      const next = await askForToken({ ...access, row, secret }, until);
      if (next !== null) return next;
    } else await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    row = await openConnection(tenantId, id);
  }
}

/** null: another process stored a new secret meanwhile. */
async function askForToken(access: Access, until: Date): Promise<Access | null> {
  const { tenantId, id, provider, row, secret } = access;
  const end = (next: Buffer | null) =>
    endRefresh(tenantId, id, { secret: row.secret, until, next });
  if (provider.oauth === null || secret.kind !== "oauth") throw new CalendarError("reconnect");
  try {
    const fresh = await provider.oauth.refresh(secret);
    const sealed = sealSecret(tenantId, id, fresh);
    return (await end(sealed))
      ? { ...access, row: { ...row, secret: sealed }, secret: fresh }
      : null;
  } catch (error) {
    await end(null);
    // Unlike the refusal of a call, that of a refresh token is final (RFC 6749, invalid_grant).
    if (error instanceof CalendarError && error.kind === "reconnect")
      throw new ClosedAccount("reconnect", { cause: error });
    throw error;
  }
}

/** The account is definitely inaccessible. */
class ClosedAccount extends CalendarError {}

async function note(access: Access, error: CalendarError): Promise<void> {
  const { tenantId, id, row } = access;
  if (ANSWERS.includes(error.kind))
    return noteAnswered(access, error.kind === "cursor_gone" || error.kind === "conflict");
  await noteFailure(tenantId, id, row.secret, {
    ...(await verdictOn(access, error)),
    problem: error.kind,
    now: row.now,
  });
}

async function noteAnswered({ tenantId, id, provider, row }: Access, is_read: boolean) {
  const lacks_right =
    row.state === "missing_scope" &&
    (provider.oauth?.missingScopes(row.scopes, "read").length ?? 0) > 0;
  await noteAnswer(tenantId, id, row.secret, { now: row.now, is_read, lacks_right });
}

interface Verdict {
  /** null: unchanged. */
  state: string | null;
  retry_at: Date | null;
}

/**
 * A person is asked to act only if the account itself requires it, or after several refused calls
 * that a probe confirms.
 */
async function verdictOn(access: Access, error: CalendarError): Promise<Verdict> {
  const { row, provider } = access;
  const { kind } = error;
  const later = (ms: number) => new Date(row.now.getTime() + ms);
  if (kind === "rate_limited") {
    const wait = Math.min(Math.max(error.retry_after_ms ?? RETRY_MS, SECOND_MS), LONGEST_RETRY_MS);
    const isBroken = row.state === "missing_scope" || row.state === "reconnect_required";
    return { state: isBroken ? row.state : "rate_limited", retry_at: later(wait) };
  }
  if (kind === "reconnect" || kind === "missing_scope") {
    // A calendar URL has no password or permission to renew.
    if (provider.name !== "ical") {
      if (error instanceof ClosedAccount) return { state: "reconnect_required", retry_at: null };
      const refusals = await countRefusal(access.tenantId, access.id, row.secret, row.now);
      if (refusals >= MAX_REFUSALS && (await isConfirmed(access, kind)))
        return kind === "missing_scope"
          ? { state: "missing_scope", retry_at: null }
          : { state: "reconnect_required", retry_at: later(probeWait(refusals)) };
      if (row.state === "reconnect_required")
        return { state: row.state, retry_at: later(probeWait(refusals)) };
    }
  } else if (NEEDS_OWNER.includes(kind)) return { state: "reconnect_required", retry_at: null };
  if (row.state === "missing_scope" || row.state === "reconnect_required")
    return {
      state: row.state,
      retry_at: row.state === "reconnect_required" ? later(probeWait(0)) : null,
    };
  const lastResponse = (row.last_ok_at ?? row.created_at).getTime();
  return {
    state: row.now.getTime() - lastResponse >= STALE_AFTER_MS ? "stale" : null,
    retry_at: null,
  };
}

/**
 * One hour after the first verdict, then doubling up to a day: servers lock out accounts that retry
 * too often.
 */
const probeWait = (refusals: number): number =>
  Math.min(2 ** Math.max(0, refusals - MAX_REFUSALS), 24) * 60 * MINUTE_MS;

/**
 * Whether listing the account's calendars is refused too, or a permission was never granted: then
 * it isn't about one calendar.
 */
async function isConfirmed(
  { tenantId, provider, row, secret }: Access,
  kind: CalendarProblem,
): Promise<boolean> {
  if (
    kind === "missing_scope" &&
    (provider.oauth?.missingScopes(row.scopes, "read").length ?? 0) > 0
  )
    return true;
  try {
    await provider.listCalendars(secret, callFor(tenantId, PROBE_MS));
    return false;
  } catch (error) {
    return error instanceof CalendarError && error.kind === kind;
  }
}

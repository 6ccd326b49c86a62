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
import { MOST_REFUSALS } from "./calendar-health.sql";
import { openSecret, sealSecret } from "./seal-secret.server";

export { openSecret, sealSecret } from "./seal-secret.server";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** A token that ends sooner is refreshed before it is used. */
const TOKEN_LEFT_MS = 2 * MINUTE_MS;
/** How long a refresh keeps others from asking too: longer than a provider takes to answer. */
const REFRESH_MS = 30 * SECOND_MS;
const LOOK_AGAIN_MS = 250;
/** An account that has not answered for so long is stale; before, it may only have been a moment. */
const STALE_AFTER_MS = 15 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
const LONGEST_RETRY_MS = 60 * MINUTE_MS;

/** Problems of a call, not of the account: it has answered. */
const ANSWERS: readonly CalendarProblem[] = ["cursor_gone", "conflict", "not_found", "refused"];

/** States that only reconnecting the account can fix. */
const NEEDS_OWNER: readonly CalendarProblem[] = ["admin_consent", "other_host"];
/** A call that asks whether the account opens at all. */
const PROBE_MS = 20 * SECOND_MS;

/** How a provider is found by its name. */
export type FindProvider = (name: CalendarProviderName) => CalendarProvider | null;

interface Access {
  tenantId: string;
  id: string;
  provider: CalendarProvider;
  row: ConnectionRow;
  secret: CalendarSecret;
}

/**
 * Calls an account's provider with what opens it, and notes what came of it as the connection's state. A token that is about to end is
 * refreshed first, by one process at a time; where the account does not open with one that looked good, once more. `work` may be run twice.
 * Nothing is called while the account has to be connected again, or the provider has asked to wait. Throws CalendarError.
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

/** Throws CalendarError where the account is not to be called now. */
async function openConnection(tenantId: string, id: string): Promise<ConnectionRow> {
  const row = await loadConnection(tenantId, id);
  if (row === null) throw new CalendarError("not_found", { detail: "there is no such connection" });
  const wait = (row.retry_at?.getTime() ?? 0) - row.now.getTime();
  // A server whose accounts were away for an hour refuses everybody: what only calls have said is tried again now and then.
  if (row.state === "reconnect_required" && (row.retry_at === null || wait > 0))
    throw new CalendarError("reconnect");
  if (wait > 0) throw new CalendarError("rate_limited", { retry_after_ms: wait });
  return row;
}

/** The token was taken as good and was refused, and has not been refreshed for this call yet. */
const isRefusedToken = (error: unknown, access: Access, first: ConnectionRow) =>
  error instanceof CalendarError &&
  error.kind === "reconnect" &&
  access.secret.kind === "oauth" &&
  access.row === first;

function endsWithin({ secret, row }: Access, ms: number): boolean {
  return secret.kind === "oauth" && Date.parse(secret.access_expires_at) - row.now.getTime() <= ms;
}

/**
 * The same access with a new token: this process has asked for it, or another one did meanwhile. The provider is asked outside of any
 * transaction; the claim keeps a second one from asking with a refresh token that is worth nothing any more.
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

/** null: somebody has written another secret meanwhile. */
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

/** The account does not open, whatever is tried. */
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
  /** null: the state stays. */
  state: string | null;
  retry_at: Date | null;
}

/** A person is asked only where the account itself says so, or after several refused calls that a probe confirms. */
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
    // An address has no password or right that anybody could give again.
    if (provider.name !== "ical") {
      if (error instanceof ClosedAccount) return { state: "reconnect_required", retry_at: null };
      const refusals = await countRefusal(access.tenantId, access.id, row.secret, row.now);
      if (refusals >= MOST_REFUSALS && (await isConfirmed(access, kind)))
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
  const heard = (row.last_ok_at ?? row.created_at).getTime();
  return { state: row.now.getTime() - heard >= STALE_AFTER_MS ? "stale" : null, retry_at: null };
}

/** One hour after the first verdict, then twice as long each time, at most a day: servers lock accounts out that try too often. */
const probeWait = (refusals: number): number =>
  Math.min(2 ** Math.max(0, refusals - MOST_REFUSALS), 24) * 60 * MINUTE_MS;

/** Whether the account refuses its list of calendars too, or its owner didn't give the right: then it isn't about one calendar. */
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

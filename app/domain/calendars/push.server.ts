import {
  CalendarError,
  type CalendarProblem,
  type CalendarProvider,
  type CalendarProviderName,
  type CalendarSecret,
  type OutsideCalendar,
  type WantedEvent,
  type WrittenEvent,
} from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import { clock } from "~/lib/clock";
import { isDatabaseAway, pool, transaction } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import type { MailTenant } from "../email/mail-values";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import { withAccess } from "./access.server";
import { queueApply } from "./apply-busy.server";
import { callFor } from "./calendar-call";
import { MAX_REFUSALS } from "./calendar-health.sql";
import { countWriteRefusal, noteNoWriting, noteWriting } from "./connected-calendar.sql.server";
import { decidePush, type PushStep } from "./decide-push";
import { forgetOwnBusy } from "./own-events.sql.server";
import { keepMeetingLink } from "./meeting-link.server";
import { classifyPushAttempt, MEETING_DELAYS_MS, PUSH_DELAYS_MS } from "./push-schedule";
import {
  beginPush,
  leaseCalendar,
  delayCalendar,
  renewLease,
  type CalendarLease,
  releaseCalendar,
  nextPush,
  noteAwaitingMeeting,
  noteFailed,
  noteGone,
  noteOutside,
  notePushed,
  type Push,
} from "./pushes.sql.server";
import { queuePush } from "./queue-pushes.server";
import { outsideCalendar, wantedEvent } from "./wanted-event.server";

/**
 * Bookings written by one job: a calendar with more is queued again, so that other calendars get
 * their turn.
 */
const MOST = 50;
/** The timeout of a call; the lease is longer than the few calls that one booking takes. */
const CALL_MS = 20_000;

type FindProvider = (name: CalendarProviderName) => CalendarProvider | null;

/**
 * The job: writes a calendar's due bookings, one by one and in one process at a time. Safe to
 * repeat after a crash: an event has the same id each time, so there is only one.
 */
export async function pushCalendar(
  tenantId: string,
  calendarId: string,
  find: FindProvider = calendarProvider,
): Promise<void> {
  let lease = await leaseCalendar(tenantId, calendarId);
  if (lease === null) return;
  const company = await readMailTenant(pool, tenantId);
  let count = 0;
  let goesOn = true;
  try {
    for (; goesOn && count < MOST; count++) {
      const push = await nextPush(lease);
      if (push === null) break;
      goesOn = await attempt(lease, push, company, find);
      const renewed = await renewLease(lease);
      if (renewed === null) return; // it took so long that another process has the lease
      lease = renewed;
    }
  } finally {
    await releaseCalendar(lease);
  }
  // Includes pushes that became due after the last query: their job may have found the calendar
  // leased.
  if (goesOn && (count === MOST || (await nextPush(lease)) !== null))
    await queuePush(tenantId, calendarId);
}

/** False: the calendar pauses. */
async function attempt(
  lease: CalendarLease,
  push: Push,
  company: MailTenant,
  find: FindProvider,
): Promise<boolean> {
  if (!(await beginPush(push))) return true; // changed meanwhile: the next query finds its new state
  try {
    const result = await withAccess(
      push.tenant_id,
      lease.connection_id,
      (provider, secret) => write({ provider, secret, push, company }),
      find,
    );
    faultPoint("push.asked");
    await note(push, result);
    faultPoint("push.noted");
    if (result.is === "written") await noteWriting(lease.tenant_id, lease.calendar_id);
    return true;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (error instanceof CalendarError && MAY_LACK_RIGHT.includes(error.kind))
      await checkWriting(lease, push, find);
    return fail(lease, push, error);
  }
}

/** Errors of a read-only calendar, and of a single rejected event. */
const MAY_LACK_RIGHT: readonly CalendarProblem[] = ["missing_scope", "refused"];

/** After several refusals in a row, asks the account whether the calendar is still writable. */
async function checkWriting(lease: CalendarLease, push: Push, find: FindProvider): Promise<void> {
  const { tenant_id, calendar_id, connection_id } = lease;
  if ((await countWriteRefusal(tenant_id, calendar_id)) < MAX_REFUSALS) return;
  try {
    const listed = await withAccess(
      tenant_id,
      connection_id,
      (provider, secret) => provider.listCalendars(secret, callFor(tenant_id, CALL_MS)),
      find,
    );
    const now = listed.find(({ external_id }) => external_id === push.calendar_external_id);
    if (now?.can_write !== true) await noteNoWriting(tenant_id, calendar_id);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
  }
}

interface Call {
  provider: CalendarProvider;
  secret: CalendarSecret;
  push: Push;
  company: MailTenant;
}
type Result =
  | { is: "written"; event: WrittenEvent }
  | { is: "gone" }
  | { is: "left"; step: PushStep & { do: "rest" } };

async function write({ provider, secret, push, company }: Call): Promise<Result> {
  const call = () => callFor(push.tenant_id, CALL_MS);
  const calendar = outsideCalendar(push, company);
  const wanted = wantedEvent(push, company);
  const { external_id, etag } = push;
  if (!push.is_wanted) {
    await takeOut({ provider, secret, push, calendar, wanted });
    return { is: "gone" };
  }
  if (external_id === null)
    return {
      is: "written",
      event: await provider.putEvent(secret, calendar, wanted, null, call()),
    };
  // The event as it is now rather than as it was written: a person may have moved or deleted it.
  const found = await provider.findEvent(secret, calendar, external_id, call());
  const step = decidePush(push.known, wanted, found);
  if (step.do === "rest") return { is: "left", step };
  const known = { external_id, etag: found?.etag ?? (found === null ? null : etag) };
  return {
    is: "written",
    event: await provider.putEvent(secret, calendar, wanted, known, call()),
  };
}

/** Deletes a booking's event from its calendar, even if the booking should be there. */
export const removeEvent = (
  provider: CalendarProvider,
  secret: CalendarSecret,
  push: Push,
  company: MailTenant,
) =>
  takeOut({
    provider,
    secret,
    push,
    calendar: outsideCalendar(push, company),
    wanted: wantedEvent(push, company),
  });

type Removal = Omit<Call, "company"> & { calendar: OutsideCalendar; wanted: WantedEvent };

/**
 * If the event was requested but its id not recorded, repeating the request returns it; then it is
 * deleted as usual.
 */
async function takeOut({ provider, secret, push, calendar, wanted }: Removal): Promise<void> {
  const call = () => callFor(push.tenant_id, CALL_MS);
  if (push.external_id === null && push.asked_at === null) return;
  const known =
    push.external_id === null
      ? await provider.putEvent(secret, calendar, wanted, null, call())
      : { external_id: push.external_id, etag: push.etag };
  try {
    await provider.deleteEvent(secret, calendar, known, call());
  } catch (error) {
    if (!(error instanceof CalendarError) || error.kind !== "conflict") throw error;
    // Somebody has changed it externally. It is ours, and its booking is cancelled.
    const found = await provider.findEvent(secret, calendar, known.external_id, call());
    if (found !== null)
      await provider.deleteEvent(secret, calendar, { ...known, etag: found.etag }, call());
  }
}

async function note(push: Push, result: Result): Promise<void> {
  if (result.is === "written") return noteWritten(push, result.event);
  if (result.is === "gone") {
    await keepMeetingLink(push, null);
    return noteGone(push);
  }
  await noteOutside(push, result.step.outside, result.step.span);
}

/** A read between the call and this may have mistaken a new event for a person's copy. */
async function noteWritten(push: Push, event: WrittenEvent): Promise<void> {
  const { meeting } = event;
  const delay = meeting === "pending" ? MEETING_DELAYS_MS[push.attempts] : undefined;
  if (delay === undefined) {
    if (meeting !== undefined && meeting !== "pending" && meeting !== null)
      await keepMeetingLink(push, meeting.url);
    await notePushed(push, event);
  } else {
    await noteAwaitingMeeting(push, event, delay);
    await queuePush(push.tenant_id, push.calendar_id, undefined, new Date(clock.now() + delay));
  }
  if (event.external_id === push.external_id) return;
  const { tenant_id, calendar_id, resource_id } = push;
  await transaction(async (db) => {
    if (await forgetOwnBusy(db, tenant_id, calendar_id, event.external_id))
      await queueApply(db, tenant_id, resource_id);
  });
}

async function fail(lease: CalendarLease, push: Push, error: unknown): Promise<boolean> {
  const problem = error instanceof CalendarError ? error.kind : "internal";
  const retryAfter = error instanceof CalendarError ? error.retry_after_ms : null;
  if (problem === "internal" || problem === "refused")
    log.error(
      { err: error, calendar_id: push.calendar_id, booking_id: push.booking_id },
      "a booking was not written",
    );
  const { waits, delay_ms, counts } = classifyPushAttempt(
    problem,
    retryAfter,
    push.attempts + 1,
    Math.random(),
  );
  const gives_up = counts && push.is_over && push.attempts + 1 >= PUSH_DELAYS_MS.length;
  await noteFailed(push, problem, { delay_ms, counts, gives_up });
  if (waits === "calendar") await delayCalendar(lease, problem, delay_ms);
  return waits === "push";
}

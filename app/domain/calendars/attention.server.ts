import { whenWriter } from "~/i18n/tenant-time";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import type { Reads } from "~/lib/one-trip.sql.server";
import { toRfc3339 } from "~/lib/time";
import type { Alert, AttentionTenant } from "../payments/attention.server";
import {
  type BrokenAccount,
  type BrokenCalendar,
  findBroken,
  findBrokenCalendars,
  findChangedOutside,
  findShrunk,
  namesOf,
} from "./attention.sql.server";
import { clashes } from "./clashes.sql.server";
import { PROVIDER_NAMES } from "./provider-names";

// Alerts about connected calendars. They name people, times and guests, but never the contents of a
// calendar.

const MOST = 20;
const wire = (instant: Date) => toRfc3339(instant.getTime());

/**
 * Inaccessible accounts, and unreadable calendars of accessible ones: times are offered from the
 * last copy.
 */
export async function brokenCalendars(tenant: AttentionTenant, reads?: Reads): Promise<Alert[]> {
  const when = whenWriter(tenant);
  const [accounts, calendars] = await Promise.all([
    findBroken(tenant.id, reads),
    findBrokenCalendars(tenant.id, reads),
  ]);
  return [
    ...accounts.map((account): Alert => ({
      kind: "calendar_broken",
      message: brokenMessage(account, when(account.broken_at)),
      connection_id: account.id,
      at: wire(account.broken_at),
    })),
    ...calendars.map((calendar): Alert => ({
      kind: "calendar_broken",
      message: brokenCalendarMessage(calendar, when(calendar.broken_at)),
      connection_id: calendar.connection_id,
      calendar_id: calendar.id,
      at: wire(calendar.broken_at),
    })),
  ];
}

/** Leaves out the calendar's name, which is private to its member. */
function brokenCalendarMessage(calendar: BrokenCalendar, time: string): string {
  const values = {
    person: isolate(calendar.person),
    provider: PROVIDER_NAMES[calendar.provider],
    time,
  };
  switch (calendar.health) {
    case "gone":
      return t(
        "A {{provider}} calendar of {{person}} no longer exists. Remove it, or connect another one.",
        values,
      );
    case "unreadable":
      return t(
        "A {{provider}} calendar of {{person}} can’t be read since {{time}}. Busy times may be out of date.",
        values,
      );
    case "no_right":
      return calendar.is_writing
        ? t(
            "Bookings can’t be written to a {{provider}} calendar of {{person}} since {{time}}. Allow it there, or choose another one.",
            values,
          )
        : t(
            "{{provider}} refuses a calendar of {{person}} since {{time}}. Share it again, or remove it.",
            values,
          );
  }
}

function brokenMessage({ state, provider, person: name }: BrokenAccount, time: string): string {
  const values = { person: isolate(name), provider: PROVIDER_NAMES[provider] };
  switch (state) {
    case "reconnect_required":
      return t(
        "{{provider}} calendars of {{person}} can’t be read since {{time}}. Connect the account again.",
        {
          ...values,
          time,
        },
      );
    case "missing_scope":
      return t(
        "{{provider}} calendars of {{person}} lack a permission. Connect the account again and leave all boxes ticked.",
        values,
      );
    case "stale":
      return t(
        "No answer about {{person}}’s {{provider}} calendars since {{time}}. Busy times may be out of date.",
        {
          ...values,
          time,
        },
      );
  }
}

/**
 * Calendars whose last read contained far fewer events: busy times are kept until a person
 * confirms.
 */
export async function shrunkCalendars(
  { id: tenantId }: AttentionTenant,
  reads?: Reads,
): Promise<Alert[]> {
  return (await findShrunk(tenantId, reads)).map(({ id, connection_id, shrunk_at, person }) => ({
    kind: "calendar_shrunk",
    message: t(
      "Over half of the events in a calendar of {{person}} are gone. Confirm it, or check the calendar.",
      {
        person: isolate(person),
      },
    ),
    connection_id,
    calendar_id: id,
    at: wire(shrunk_at),
  }));
}

/**
 * Bookings that overlap busy time in a calendar of their resource; each booking once, however many
 * events overlap.
 */
export async function calendarClashes(tenant: AttentionTenant, reads?: Reads): Promise<Alert[]> {
  const when = whenWriter(tenant);
  const found = [
    ...new Map(
      (await clashes(tenant.id, {}, reads)).map((clash) => [clash.booking_id, clash]),
    ).values(),
  ].slice(0, MOST);
  const calendarIds = found.map(({ calendar_id }) => calendar_id);
  const bookingIds = found.map(({ booking_id }) => booking_id);
  if (found.length === 0) return [];
  const { people, bookings } = await namesOf(tenant.id, calendarIds, bookingIds, reads);
  return found.flatMap(({ booking_id, calendar_id }): Alert[] => {
    const booking = bookings.get(booking_id);
    const person = people.get(calendar_id);
    if (booking === undefined || person === undefined) return []; // deleted since
    const values = {
      person: isolate(person),
      guest: isolate(booking.customer_name),
      time: when(booking.starts_at),
    };
    return [
      {
        kind: "calendar_clash",
        message: t(
          "{{person}}’s calendar is busy when {{guest}} is booked: {{time}}. Move or cancel the booking, or keep it.",
          {
            ...values,
          },
        ),
        booking_id,
        calendar_id,
        at: wire(booking.starts_at),
      },
    ];
  });
}

/**
 * Bookings whose event was moved or deleted in the external calendar: the booking stays until a
 * person decides.
 */
export async function changedOutside(tenant: AttentionTenant, reads?: Reads): Promise<Alert[]> {
  const when = whenWriter(tenant);
  return (await findChangedOutside(tenant.id, reads)).map((change) => {
    const { booking_id, calendar_id, starts_at, outside_starts_at } = change;
    const values = {
      guest: isolate(change.customer_name),
      person: isolate(change.person),
      time: when(starts_at),
    };
    return {
      kind: "calendar_changed_outside",
      message:
        outside_starts_at === null
          ? t(
              "{{guest}}, {{time}}: deleted in {{person}}’s calendar. Cancel the booking, or put it back.",
              values,
            )
          : t(
              "{{guest}}, {{time}}: moved to {{new_time}} in {{person}}’s calendar. Move the booking, or put it back.",
              {
                ...values,
                new_time: when(outside_starts_at),
              },
            ),
      booking_id,
      calendar_id,
      at: wire(starts_at),
    };
  });
}

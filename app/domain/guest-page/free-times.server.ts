import type { Availability } from "~/contract/slots";
import { LocalDate } from "~/contract/common";
import { addonMinutes } from "../quotes/choose-addons";
import { AppError } from "~/lib/app-error";
import { addDays, localDateOf } from "~/lib/time";
import { minutesOf } from "../bookings/change/move-booking.server";
import { readAvailability } from "../slots/availability.sql.server";
import { dayOf, type Reading, startOf, timeOf } from "../bookings/read/booking-time";
import type { FreeTimes } from "./free-times";
import type { OpenedLink } from "./open-manage-link.server";

const DAYS = 14;
const FARTHEST_DAYS = 730;

/**
 * Alternative times for a guest's booking: of the same service on the same resource, two weeks from
 * `day` (in the zone of the reading).
 */
export async function readFreeTimes(
  { actor, booking, now }: OpenedLink,
  day: string | null,
  reading: Reading,
): Promise<FreeTimes> {
  const { row } = booking;
  const { locale, time_zone: zone } = reading;
  const today = localDateOf(now, zone);
  const last = addDays(today, FARTHEST_DAYS);
  const requestedDay = LocalDate.safeParse(day).data ?? today;
  const from = requestedDay < today ? today : requestedDay > last ? last : requestedDay;
  const found = await readOffered(actor, row, zone, from, addDays(from, DAYS - 1));
  const isOther = (slot: { schedule_id: string | null; starts_at: string }) =>
    slot.schedule_id === row.schedule_id &&
    new Date(slot.starts_at).getTime() !== row.starts_at.getTime();
  const next = found?.next_available ?? null;
  return {
    from,
    days: (found?.days ?? []).map(({ date, slots }) => ({
      date,
      title: dayOf(new Date(`${date}T12:00:00Z`), { locale, time_zone: "UTC" }),
      slots: slots.filter(isOther).map((slot) => ({
        id: slot.id,
        title: timeOf(new Date(slot.starts_at), reading),
      })),
    })),
    earlier: from > today ? maxDate(today, addDays(from, -DAYS)) : null,
    later: from < last ? addDays(from, DAYS) : null,
    next:
      next === null
        ? null
        : {
            date: localDateOf(new Date(next).getTime(), zone),
            title: startOf(new Date(next), reading),
          },
  };
}

const maxDate = (one: string, other: string) => (one > other ? one : other);

async function readOffered(
  actor: OpenedLink["actor"],
  row: OpenedLink["booking"]["row"],
  zone: string,
  from: string,
  to: string,
): Promise<Availability | null> {
  const query = {
    resource_id: [row.resource_id],
    from,
    to,
    tz: zone,
    party_size: row.party_size,
    extra_minutes: addonMinutes(row.addons),
    ...(row.schedule_id !== null && { schedule_id: row.schedule_id }),
  };
  const extra_minutes = addonMinutes(row.addons);
  const read = async (query: Parameters<typeof readAvailability>[1]) => {
    const { json } = await readAvailability(actor, query, 31, null);
    return JSON.parse(json ?? "null") as Availability | null;
  };
  try {
    return await read({ ...query, length_minutes: minutesOf(row) - extra_minutes }).catch(
      (error: unknown) => {
        // The booked length is no longer offered: show the present one.
        if (error instanceof AppError && error.code === "validation_failed") return read(query);
        throw error;
      },
    );
  } catch (error) {
    // The resource is no longer offered, so there are no other times.
    if (error instanceof AppError) return null;
    throw error;
  }
}

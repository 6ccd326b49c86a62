import { isAgreed } from "~/contract/booking-status";
import { Id } from "~/contract/common";
import { ResourceFilter } from "~/contract/resources";
import type { Booking } from "~/contract/bookings";
import type { AvailableSlot } from "~/contract/slots";
import { getBlock } from "~/domain/blocks/list-blocks.sql.server";
import { findTimeRequests } from "~/domain/displaced/ask-for-times.server";
import { findOffers, type Offer } from "~/domain/displaced/find-offers.server";
import { listDisplaced } from "~/domain/displaced/list-displaced.server";
import { hasRole, seesContacts, type UserActor } from "~/domain/identity/actor";
import { getResource, listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { localDateOf } from "~/lib/time";
import { blockPath } from "~/ui/block/block-address";
import { type Calendar, describeBookings } from "~/ui/booking/booking-lines";
import { timeOffWords } from "~/ui/block/time-off-words";
import { lengthWords } from "~/ui/services/length-words";
import { chosenField, MAX_MOVED } from "./to-move-forms";
import type { OfferView, ToMoveView } from "./to-move-view";

/** Bookings in the block `off`, or at any closed time. Throws a 404 response. */
export async function loadToMove(actor: UserActor, query: URLSearchParams): Promise<ToMoveView> {
  const calendar = calendarOf(actor);
  const off = query.get("off");
  const block_id = off === null ? null : (Id.safeParse(off).data ?? null);
  const [scope, { bookings, has_more }, resources] = await Promise.all([
    off === null ? null : describeBlock(actor, block_id ?? off, calendar),
    listDisplaced(actor, block_id),
    listResources(actor, ResourceFilter.parse({ limit: 100 })),
  ]);
  const [offers, asked_ids, services] = await Promise.all([
    findOffers(actor, bookings),
    findTimeRequests(actor, bookings),
    scheduleNames(
      actor.tenant.id,
      bookings.map(({ schedule_id }) => schedule_id),
    ),
  ]);
  const names = new Map(resources.data.map(({ id, name }) => [id, name]));
  const lines = describeBookings(bookings, services, calendar);
  const same = bookings.flatMap((booking) => {
    const best = offers.get(booking.id)?.best;
    return best ? [{ booking, best }] : [];
  });
  return {
    off: scope,
    has_more,
    rows: bookings.map((booking, index) => ({
      line: lines[index]!, // one line per booking
      offer: offerView(booking, offers.get(booking.id), names, calendar),
      is_asked: asked_ids.has(booking.id),
    })),
    to_ask: bookings
      .filter((booking) => isAgreed(booking.status) && booking.source !== "test")
      .filter(({ id, customer }) => customer.email !== null && !asked_ids.has(id))
      .slice(0, MAX_MOVED)
      .map(({ id }) => id),
    locale: actor.tenant.locale,
    all: {
      fields: same.slice(0, MAX_MOVED).map(({ booking, best }) => chosenField(booking.id, best.id)),
      to_colleagues: same.every(({ booking, best }) => booking.resource_id !== best.resource_id),
    },
    sees_contacts: seesContacts(actor),
    may_change: hasRole(actor, "staff"),
  };
}

async function describeBlock(
  actor: UserActor,
  id: string,
  calendar: Calendar,
): Promise<ToMoveView["off"]> {
  const block = await orNoPage(getBlock(actor, id));
  const { name } = await orNoPage(getResource(actor, block.resource_id));
  const date = localDateOf(Date.parse(block.starts_at), calendar.time_zone);
  return {
    name,
    when: timeOffWords(block, calendar),
    path: blockPath({ id }),
    calendar: `/dashboard/calendar?view=day&date=${date}`,
  };
}

function offerView(
  booking: Booking,
  offer: Offer | undefined,
  names: ReadonlyMap<string, string>,
  { locale, time_zone }: Calendar,
): OfferView | null {
  const slot = offer?.best ?? offer?.next ?? null;
  if (slot === null) return null;
  const at = new Date(slot.starts_at);
  const time = clockFormat(locale, time_zone).format(at);
  const resource = isolate(names.get(slot.resource_id) ?? "");
  const field = chosenField(booking.id, slot.id);
  if (offer?.best)
    return {
      words: t("{{time}} with {{resource}}", { time, resource }),
      distance: distanceWords(booking, slot),
      field,
    };
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: time_zone,
    weekday: "short",
    day: "numeric",
    month: "short",
  }).format(at);
  return {
    words: t("{{day}}, {{time}} with {{resource}}", { day, time, resource }),
    distance: null,
    field,
  };
}

/** How much later or earlier a time is than the booking's own. */
function distanceWords(booking: Booking, slot: AvailableSlot): string {
  const minutes = (Date.parse(slot.starts_at) - Date.parse(booking.starts_at)) / 60_000;
  if (minutes === 0) return t("same time");
  const length = lengthWords(Math.abs(minutes));
  return minutes > 0 ? t("{{length}} later", { length }) : t("{{length}} earlier", { length });
}

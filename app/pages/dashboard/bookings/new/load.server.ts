import { replace } from "@remix-run/node";
import { BookingFilter } from "~/contract/booking-filter";
import { Id, InstantInput, LocalDate, LocalTime } from "~/contract/common";
import { ANYONE } from "~/contract/fields";
import { ResourceFilter } from "~/contract/resources";
import { ScheduleFilter } from "~/contract/schedules";
import { listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listResources } from "~/domain/resources/resources.server";
import { listSchedules } from "~/domain/schedules/schedules.server";
import { seatPriceAt } from "~/domain/quotes/quote";
import { termsOn } from "~/domain/quotes/service-terms";
import { type DeskSlot, findDay, findFirstDays } from "~/domain/slots/free-slots.server";
import { textChannelOf } from "~/domain/text-consent/text-channel";
import { freeResources } from "~/domain/visits/visit-services.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { dashboardPath } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { orNull } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { newId } from "~/lib/ids";
import { localDateOf, wallTimeOf, wallTimeToInstant } from "~/lib/time";
import { type ChoiceSlot, timeChoices } from "~/ui/booking/time-choices";
import { withDrawer } from "~/ui/layout/drawer-address";
import { NEW_BOOKING as PATH } from "~/ui/layout/navigation";
import {
  CUSTOM,
  deskPath,
  deskSearch,
  type DeskState,
  NOW,
  startOfNow,
} from "~/ui/new-booking/desk-state";
import type { AddonChoice } from "~/ui/booking/addon-choices";
import { addonMinutes } from "~/domain/quotes/choose-addons";
import type { Schedule } from "~/contract/schedules";
import { addonsIn } from "./addons-in";
import { deskTimes, FIRST_DAYS, OF_A_PART, priceWith } from "./desk-times";
import { partyOf, peopleIn, peoplePrice, seatsIn } from "./people-in";
import { findGuests, readGuest } from "./find-guests.server";
import { readTyped, type Typed } from "./read-typed";
import { lengthsOf } from "./lengths-of";
import { checkRepeat, NEVER, readRepeat } from "./repeat.server";
import { findVisit, readParts, visitParts } from "./visit.server";

/** Maximum full times listed for the waiting list. */
const MAX_FULL = 24;

/**
 * The page for its query string `search`: guest and times. Ids that no longer exist are ignored.
 * Throws a redirect after a guest was picked, and a 503 response.
 */
export async function loadNewBooking(actor: UserActor, search: string): Promise<DeskState> {
  const query = new URLSearchParams(search);
  const q = (query.get("q") ?? "").trim();
  const typed = readTyped(q);
  const slotId = Id.safeParse(query.get("slot")).data;
  const isChosen = query.has("new") || query.has("customer") || query.has("walk_in");
  const timeId = Id.safeParse(query.get("time")).data;
  const [matches, guest, schedules, resources, last, slot, chosen] = await Promise.all([
    typed.is_wish || (isChosen && !query.has("pick")) ? [] : findGuests(actor, q, typed),
    readGuest(actor, query, typed),
    listSchedules(actor, ScheduleFilter.parse({ active: "true", limit: 100 })),
    listResources(actor, ResourceFilter.parse({ active: "true", limit: 100 })),
    lastBooking(actor, query.get("customer")),
    slotId === undefined ? null : orNull(getSlot(actor, slotId)),
    timeId === undefined ? null : orNull(getSlot(actor, timeId)),
  ]);
  if (query.has("pick") && q !== "")
    throw replace(pickedPath(search, query.get("to"), typed, matches?.[0]?.id));
  const calendar = calendarOf(actor);
  const { locale, time_zone, today } = calendar;
  const find = (id: string | null | undefined) =>
    schedules.data.find((schedule) => schedule.id === id);
  // With "any service" the chosen time determines the service, otherwise the guest's usual one.
  const usual =
    guest.kind === "none"
      ? undefined
      : (find(chosen?.schedule_id) ?? find(last?.schedule_id) ?? schedules.data[0]);
  const isNamed = slot !== null || (query.get("service") ?? "") !== "";
  // undefined: whatever is free first.
  const namedService = isNamed ? find(slot ? slot.schedule_id : query.get("service")) : usual;
  const schedule = namedService ?? (query.has("services") ? schedules.data[0] : undefined);
  const service = schedule?.id ?? "";
  const givers = resources.data.filter(
    ({ id }) => schedule === undefined || schedule.resource_ids.includes(id),
  );
  const partyText = query.get("party_size") ?? typed.party;
  const party = Math.min(Math.max(Math.trunc(Number(partyText ?? 1)) || 1, 1), 500);
  // Several services one after another: the first one is named, and free starts are those of all.
  const parts =
    slot === null ? readParts(query, schedules.data, resources.data, party, locale) : [];
  const custom = parts.length > 0 ? null : customTimeIn(query, time_zone);
  // A resource named for a custom time is used even if it doesn't offer the service.
  const named = (custom === null ? givers : resources.data).find(
    ({ id }) => id === query.get("resource"),
  );
  const resource = slot?.resource_id ?? named?.id ?? "";
  const lengths = lengthsOf(schedule, resource);
  const length = lengths.find(({ id }) => id !== "" && id === query.get("length"))?.id ?? "";
  const minutes = length === "" ? (schedule?.duration_minutes ?? 60) : Number(length);
  const is_anyone = resource === "" && slot === null;
  // Assigned when booking.
  const for_anyone = is_anyone && (schedule?.resource_ids.length ?? 0) > 1;
  const day = slot
    ? localDateOf(Date.parse(slot.starts_at), time_zone)
    : dayAhead(LocalDate.safeParse(query.get("day")).data ?? custom?.day ?? "", today);
  const isToday = slot === null && parts.length === 0 && (day === "" || day === today);
  const addons = addonsIn(query, 1, schedule, locale);
  const people = peopleIn(query, 1, schedule, party, locale);
  const chosenParty = partyOf(people);
  const seats = seatsIn(people, schedule, party);
  const extra_minutes = addonMinutes(bookedAt(addons, schedule));
  const whom = for_anyone ? ANYONE : resource;
  const [slots, freeNow] = await Promise.all([
    findTimes(actor, { service, resource: whom, length, party: seats, day, extra_minutes }),
    isToday && schedule !== undefined
      ? orNull(
          freeResources(
            actor,
            {
              schedule_id: schedule.id,
              resource_id: resource === "" ? ANYONE : resource,
              length_minutes: length === "" ? undefined : Number(length),
              party_size: seats,
              addons: addons.flatMap(({ id, quantity }) => (quantity > 0 ? { id, quantity } : [])),
            },
            new Date(startOfNow(clock.now())),
          ),
        )
      : null,
  ]);
  const names = {
    resources: new Map(resources.data.map(({ id, name }) => [id, name])),
    services: new Map(schedules.data.map(({ id, name }) => [id, name])),
  };
  /** In any service only the number of seats is chosen. */
  const amountOf = ({ schedule_id, price_amount, currency }: ChoiceSlot) =>
    peoplePrice(
      { party_size: seats, party: schedule_id === service ? chosenParty : undefined },
      find(schedule_id),
      price_amount,
      currency ?? find(schedule_id)?.currency ?? null,
    );
  const free = slots.filter(({ bookable }) => bookable);
  // A time fixed by the URL is the only one: class pages link here.
  const times =
    parts.length > 0
      ? await findVisit(
          actor,
          {
            parts: visitParts({ service, resource, length, people }, parts, seats),
            day,
            firsts: free,
          },
          calendar,
        )
      : deskTimes(slot ? free.filter(({ id }) => id === slot.id) : free, {
          calendar,
          amountOf,
          is_anyone,
          names: for_anyone ? { ...names, resources: new Map() } : names,
          is_day: day !== "",
          is_any_service: service === "",
        });
  /** A custom time costs what a slot with that length and start would, on the resource if known. */
  const priceOf = (whom: string | undefined, length: number, at: number | null) => {
    if (schedule === undefined) return { price: null, amount: 0 };
    // Before a time is entered, peak prices can't be determined.
    const peaks = at === null ? { ...schedule, peak_prices: [] } : schedule;
    const giver = whom ?? (schedule.resource_ids.length === 1 ? schedule.resource_ids[0]! : "");
    const seat = seatPriceAt(termsOn(schedule, giver), peaks, length, new Date(at ?? 0));
    const { currency } = schedule;
    const wish = { party_size: seats, party: chosenParty };
    return priceWith(peoplePrice(wish, schedule, seat, currency), currency, locale);
  };
  const customMinutes = custom?.minutes ?? minutes;
  const customAt = custom === null ? null : wallTimeToInstant(custom.day, custom.time, time_zone);
  const clockTime = clockFormat(locale, time_zone);
  // For anyone, the booking tries them in this order.
  const free_now = resources.data.find(({ id }) => freeNow?.includes(id));
  const now =
    free_now === undefined
      ? null
      : {
          more: [clockTime.format(startOfNow(clock.now())), free_now.name].join(" · "),
          ...priceOf(free_now.id, minutes, startOfNow(clock.now())),
        };
  const time = timeOf(query, { times, now, has_custom: custom !== null });
  const repeated = free.find(({ id }) => id === time);
  const repeat = await checkRepeat(
    actor,
    parts.length > 0 ? NEVER : readRepeat(query),
    repeated === undefined
      ? null
      : { ...repeated, length, seats, party: chosenParty, is_anyone: for_anyone },
    guest,
    calendar,
  );
  return {
    lengths,
    length,
    addons,
    people,
    currency: schedule?.currency ?? null,
    locale,
    q,
    guest,
    matches,
    service,
    resource,
    parts,
    party: seats,
    day,
    times,
    now,
    is_wish: typed.is_wish,
    slot: slot?.id ?? null,
    services: schedules.data.map(({ id, name, category }) => ({ id, name, group: category })),
    resources: (named && !givers.includes(named) ? [...givers, named] : givers).map(
      ({ id, name }) => ({ id, name }),
    ),
    time,
    repeat,
    today,
    // Shown if nothing is free.
    full: timeChoices(
      times.length > 0 || parts.length > 0
        ? []
        : slots.filter(({ reason }) => reason === "full").slice(0, MAX_FULL),
      names,
      calendar,
    ),
    is_cut:
      day !== "" && service === "" && slot === null && times.length < offersOf(free, is_anyone),
    custom: {
      minutes,
      day: day === "" ? today : day,
      time: "",
      ...custom,
      ...priceOf(resource === "" ? undefined : resource, customMinutes, customAt),
    },
    questions: [schedule, ...parts.map((part) => find(part.service))].flatMap(
      (each) => each?.questions ?? [],
    ),
    notes: query.get("notes") ?? "",
    may_override: hasRole(actor, "admin"),
    offers_texts: textChannelOf(actor.tenant.policy, schedule ?? null) !== null,
    time_zone,
    key: newId(),
  };
}

/** Number of choices: for any resource, times of one service with the same start count once. */
const offersOf = (free: readonly DeskSlot[], isAnyone: boolean): number =>
  isAnyone
    ? new Set(free.map(({ starts_at, schedule_id }) => `${starts_at} ${schedule_id}`)).size
    : free.length;

/** The guest's last booking, as a default. */
async function lastBooking(actor: UserActor, customer: string | null) {
  const customer_id = Id.safeParse(customer).data;
  if (customer_id === undefined) return undefined;
  return (await listBookings(actor, BookingFilter.parse({ customer_id, limit: 1 }))).data[0];
}

/**
 * Initial time: from the URL, otherwise its custom time, otherwise now for a walk-in, otherwise the
 * first free one.
 */
function timeOf(
  query: URLSearchParams,
  { times, now, has_custom }: Pick<DeskState, "times" | "now"> & { has_custom: boolean },
): string {
  const offered = [...times.map(({ slot_id }) => slot_id), ...(now ? [NOW] : []), CUSTOM];
  const wanted = [
    query.get("time"),
    has_custom ? CUSTOM : null,
    query.has("walk_in") ? NOW : null,
    times[0]?.slot_id,
  ];
  return wanted.find((time) => time != null && offered.includes(time)) ?? "";
}

/** A past day has no times. */
const dayAhead = (day: string, today: string): string => (day < today ? "" : day);

/**
 * Where to continue with the picked or new guest, or without one if only a time was requested: this
 * page, or the page below the drawer.
 */
function pickedPath(
  search: string,
  to: string | null,
  { party, is_wish }: Typed,
  customer: string | undefined,
): string {
  const who: Record<string, string | null> = is_wish
    ? { customer: null, new: null, q: null }
    : customer === undefined
      ? { customer: null, new: "1" }
      : { customer, new: null };
  const picked = deskSearch(search, {
    ...who,
    ...(party !== null && { party_size: String(party) }),
  });
  if (to === null) return deskPath(picked);
  return withDrawer(new URL(dashboardPath(to, PATH), "http://dashboard"), picked, "new");
}

/** A time without a slot: chosen in the calendar (newBookingSearch), or typed here. */
function customTimeIn(
  query: URLSearchParams,
  timeZone: string,
): Pick<DeskState["custom"], "day" | "time" | "minutes"> | null {
  const minutesIn = (name: string) =>
    Math.min(Math.max(Math.trunc(Number(query.get(name))) || 60, 5), 1440);
  const starts_at = InstantInput.safeParse(query.get("starts_at")).data;
  if (starts_at !== undefined) {
    const [day = "", time = ""] = wallTimeOf(starts_at.getTime(), timeZone).split(" ");
    return { day, time, minutes: minutesIn("minutes") };
  }
  const day = LocalDate.safeParse(query.get("custom_day")).data;
  const time = LocalTime.safeParse(query.get("custom_time")).data;
  return day === undefined || time === undefined || query.get("time") !== CUSTOM
    ? null
    : { day, time, minutes: minutesIn("custom_minutes") };
}

interface Wanted {
  service: string;
  resource: string;
  length: string;
  party: number;
  day: string;
  /** Minutes of the chosen add-ons. */
  extra_minutes: number;
}

/** The chosen quantities with the minutes of each. */
const bookedAt = (addons: readonly AddonChoice[], schedule: Schedule | undefined) =>
  addons.map(({ id, quantity }) => ({
    quantity,
    extra_minutes: schedule?.addons.find((addon) => addon.id === id)?.extra_minutes ?? 0,
  }));

/** The first times of the first available days, or all of one day. */
function findTimes(
  actor: UserActor,
  { service, resource, length, party, day, extra_minutes }: Wanted,
): Promise<DeskSlot[]> {
  const wanted = {
    party_size: party,
    schedule_id: service === "" ? undefined : service,
    resource_id: resource === "" ? undefined : [resource],
    length_minutes: length === "" ? undefined : Number(length),
    ...(extra_minutes > 0 && { extra_minutes }),
  };
  return day === ""
    ? findFirstDays(actor, wanted, { days: FIRST_DAYS, most: OF_A_PART })
    : findDay(actor, wanted, day, OF_A_PART);
}

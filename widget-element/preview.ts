import type { Api } from "./api";
import { addDays, weekdayOf } from "./choose/dates";
import type { Posts } from "./interactions/requests";
import type {
  Availability,
  AvailabilityQuery,
  BookedSeries,
  Booking,
  Config,
  Schedule,
  Series,
  SeriesQuery,
  Slot,
  VisitPart,
  VisitTimes,
} from "./wire";

/** A draft to display, without requests or bookings. */
export interface Preview {
  config: Config;
  /** Sample times; by default some on each working day. */
  availability?: Availability;
}

const HOURS = ["07:00", "08:00", "09:30", "11:30", "13:00", "14:30", "16:30"];

/** An API client that answers from a draft. */
export function previewApi(draft: () => Preview): Api {
  /** Displayed slots by id. */
  const shown = new Map<string, Slot>();
  const posts: { [Name in keyof Posts]: (body: Sent) => Posts[Name] } = {
    booking: ({ slot_id = "", party_size = 1 }) => ({
      booking: sampleBooking(draft().config, shown.get(slot_id), party_size),
      manage_url: "#",
      payment: null,
    }),
    waitlist: () => ({ id: "sample", status: "waiting", position: 1 }),
    verify: () => ({ verification_id: "sample", expires_at: soon(15), resend_after: soon(1) }),
    "verify/confirm": () => ({ verification_token: "sample", expires_at: soon(15) }),
    hold: ({ slot_id = "", party_size = 1 }) => ({
      hold_token: "sample",
      slot_id,
      party_size,
      price_amount: null,
      currency: null,
      deposit_amount: null,
      expires_at: soon(10),
    }),
    "hold/release": () => undefined,
    "series/preview": (body) => sampleSeries(draft().config, body),
    series: (body) => {
      const { config } = draft();
      const bookings = sampleSeries(config, body).dates.map(({ starts_at }) => ({
        ...sampleBooking(config, undefined, body.party_size ?? 1),
        starts_at,
      }));
      return { bookings, manage_url: "#", price_amount: null, currency: null } as BookedSeries;
    },
    "visits/times": ({ from = "", to = from, tz = "UTC", parts = [] }) =>
      sampleVisitTimes(draft().config, { from, to, tz }, parts),
    visits: ({ starts_at = soon(60), parts = [] }) => {
      const { config } = draft();
      const bookings = parts.map((part) => ({
        ...sampleBooking(config, undefined, 1),
        schedule: config.schedules.find(({ id }) => id === part.schedule_id) ?? null,
        starts_at,
      }));
      return { bookings, manage_url: "#", price_amount: null, currency: null } as BookedSeries;
    },
  };
  return {
    config: async () => draft().config,
    availability: async (query) => {
      const times = draft().availability ?? sampleTimes(draft().config, query);
      for (const slot of times.days.flatMap(({ slots }) => slots)) shown.set(slot.id, slot);
      return times;
    },
    ask: async (path, init) =>
      posts[path.replace("widget/", "") as keyof Posts](JSON.parse(init?.body as string) as object),
  };
}

/** The parts of a request that an answer depends on. */
interface Sent {
  slot_id?: string;
  party_size?: number;
  starts_at?: string;
  repeat?: SeriesQuery["repeat"];
  from?: string;
  to?: string;
  tz?: string;
  parts?: VisitPart[];
}

function sampleVisitTimes(
  config: Config,
  query: Pick<AvailabilityQuery, "from" | "to" | "tz">,
  parts: VisitPart[],
): VisitTimes {
  const { days } = sampleTimes(config, {
    ...query,
    resource_ids: [],
    schedule_id: parts[0]?.schedule_id,
    party_size: 1,
  });
  return { time_zone: query.tz, times: days.flatMap(({ slots }) => slots) };
}

function sampleSeries(
  { tenant }: Config,
  { starts_at = soon(0), repeat = { every_weeks: 1, dates: 2 } }: Sent,
): Series {
  const dates = Array.from({ length: repeat.dates }, (_, index) => {
    const days = 7 * repeat.every_weeks * index;
    const start = new Date(Date.parse(starts_at) + days * 86_400_000).toISOString();
    return {
      no: index + 1,
      starts_at: start,
      state: "free" as const,
      reason: null,
      price_amount: null,
    };
  });
  return { time_zone: tenant.time_zone, dates, price_amount: null, currency: null };
}

const soon = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

function sampleTimes(config: Config, query: AvailabilityQuery): Availability {
  const { schedule_id, from, to, tz } = query;
  const schedule = config.schedules.find(({ id }) => id === schedule_id);
  const [requestedId] = query.resource_ids;
  const id =
    (requestedId === "any" ? undefined : requestedId) ?? schedule?.resource_ids[0] ?? "sample";
  const resource = { id, capacity: 1, ...config.resources.find((one) => one.id === id) };
  const days: Availability["days"] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const works = weekdayOf(date) % 6 !== 0;
    const slots = works
      ? HOURS.map((hour) =>
          sampleSlot(`${date}T${hour}:00Z`, resource, schedule, Number(query.length_minutes)),
        )
      : [];
    days.push({
      date,
      state: works ? "open" : "closed",
      slots: slots.filter((slot) => Date.parse(slot.starts_at) > Date.now()),
    });
  }
  return { time_zone: tz, from, to, next_available: null, days };
}

function sampleSlot(
  starts_at: string,
  { id: resource_id, capacity }: { id: string; capacity: number },
  schedule: Schedule | undefined,
  wanted: number,
): Slot {
  const terms = schedule?.resource_terms.find((own) => own.resource_id === resource_id) ?? schedule;
  const longer = terms?.length_options.find(({ minutes }) => minutes === wanted);
  const minutes = longer?.minutes ?? terms?.duration_minutes ?? 60;
  return {
    id: `sample ${resource_id} ${minutes} ${starts_at}`,
    resource_id,
    schedule_id: schedule?.id ?? null,
    starts_at,
    ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
    capacity,
    remaining: capacity,
    bookable: true,
    reason: null,
    price_amount: (longer ?? terms)?.price_amount ?? null,
    currency: schedule?.currency ?? null,
  };
}

function sampleBooking(
  { resources, schedules, tenant }: Config,
  slot: Slot | undefined,
  party_size: number,
): Booking {
  const resource = resources.find(({ id }) => id === slot?.resource_id);
  const schedule = schedules.find(({ id }) => id === slot?.schedule_id);
  return {
    id: "sample",
    reference: "SAMPLE00",
    status: "confirmed",
    pending_reason: null,
    expires_at: null,
    payment_status: "none",
    starts_at: slot?.starts_at ?? soon(60),
    ends_at: slot?.ends_at ?? soon(120),
    time_zone: tenant.time_zone,
    party_size,
    resource: {
      id: resource?.id ?? "sample",
      type: resource?.type ?? "room",
      name: resource?.name ?? tenant.name,
    },
    schedule: schedule ? { id: schedule.id, name: schedule.name } : null,
    location: null,
    price_amount: slot?.price_amount ?? null,
    currency: slot?.currency ?? null,
    addons: [],
    party: [],
    needs: [],
    refund_amount: 0,
    balance_amount: 0,
    deposit_amount: null,
    due_now_amount: 0,
    card_terms: null,
    card: null,
    fees: [],
  };
}

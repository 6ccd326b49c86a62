import { bookableName, type Bookable, type Chosen } from "../choose/bookables";
import { addDays } from "../choose/dates";
import { chosenAddons } from "../interactions/chosen-addons";
import { move } from "../interactions/move";
import { post, wholeSchedule } from "../interactions/requests";
import { dateInZone } from "../shared/format";
import { Refusal } from "../shared/problem";
import type { Store } from "../store";
import type {
  Addon,
  Availability,
  AvailabilityQuery,
  Booked,
  NewBooking,
  Schedule,
  Slot,
  VisitPart,
  VisitTime,
} from "../wire";

/** The resource of the service before. */
export const SAME = "same";

/** The chosen services, one or several. */
export const chosenOf = ({ state: { flow } }: Store): readonly Chosen[] => {
  const { bookable, length_minutes, resource_id } = flow;
  return bookable?.visit?.parts ?? [{ bookable: bookable!, length_minutes, resource_id }]; // chosen before
};

/** Adds a service: with the person of the one before where they give both, else anyone. */
export async function add(store: Store, bookable: Bookable): Promise<void> {
  const chosen = chosenOf(store);
  const { schedule } = bookable;
  const whole = schedule?.questions_follow
    ? await wholeSchedule(store, schedule.id).catch(() => undefined)
    : undefined;
  const before = chosen.at(-1)!; // never empty
  const { length_minutes = null } = bookable;
  const added = {
    bookable:
      whole && schedule ? { ...bookable, schedule: { ...schedule, ...formOf(whole) } } : bookable,
    length_minutes,
    resource_id: isNamed(before) && mayBeSame(before, bookable) ? SAME : null,
  };
  change(store, [...chosen, added]);
}

const formOf = ({ questions, addons, person_kinds }: Schedule) => ({
  questions,
  addons,
  person_kinds,
  questions_follow: undefined,
});

const isNamed = ({ bookable, resource_id }: Chosen): boolean =>
  resource_id !== null && bookable.resources.length > 1;

/** Whether someone gives both services. */
export const mayBeSame = ({ bookable, resource_id }: Chosen, next: Bookable): boolean =>
  bookable.resources.some(
    ({ id }) =>
      (resource_id === null || resource_id === SAME || resource_id === id) &&
      next.resources.some((other) => other.id === id),
  );

/** Shows the times of other services, people or lengths. */
export function change(store: Store, wanted: readonly Chosen[]): void {
  const parts = wanted.map((part, index) => {
    const before = wanted[index - 1];
    const isSame = part.resource_id === SAME;
    const mayStay = !isSame || (before && mayBeSame(before, part.bookable));
    return mayStay ? part : { ...part, resource_id: null };
  });
  const [only, another] = parts;
  store.set({ adding: false });
  move(store, {
    type: "visit_changed",
    ...(another
      ? { bookable: together(store, parts), length_minutes: null, resource_id: null }
      : only!), // never empty
  });
  store.calendar.resetSelection();
  store.showIfPicking();
  store.set({ focus: "step" });
}

/** Several services as one that has their minutes, price, questions and add-ons together. */
function together(store: Store, parts: readonly Chosen[]): Bookable {
  const schedules = parts.map(({ bookable }) => bookable.schedule!); // only schedules combine
  const offers = parts.map((part) => offerOf(store, part));
  const sum = (amounts: (number | null)[]) =>
    amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  const isPriced = offers.some(({ price_amount }) => price_amount !== null);
  const least = offers.map(({ price_from, price_amount }) => price_from ?? price_amount);
  const price_from = offers.some((one) => one.price_from != null) ? sum(least) : null;
  const [first] = schedules as [Schedule];
  const { repeat_dates: _repeat, deposit: _deposit, ...like } = first;
  const schedule: Schedule = {
    ...like,
    id: parts.map((part) => Object.values(wantedOf(part)).join("/")).join(" "),
    name: parts.map(({ bookable }) => bookableName(bookable)).join(" + "),
    description: null,
    image_url: null,
    anyone: false,
    resource_ids: [],
    resource_terms: [],
    length_options: [],
    duration_minutes: sum(offers.map(({ duration_minutes }) => duration_minutes)),
    price_amount: isPriced ? sum(offers.map(({ price_amount }) => price_amount)) : null,
    price_from,
    base_price_from: price_from,
    currency: schedules.find(({ currency }) => currency)?.currency ?? null,
    max_party_size: 1,
    requires_payment: false,
    requires_approval: schedules.some(({ requires_approval }) => requires_approval),
    max_advance_days: Math.min(...schedules.map(({ max_advance_days }) => max_advance_days)),
    questions: [
      ...new Map(
        schedules.flatMap(({ questions }) => questions).map((one) => [one.id, one]),
      ).values(),
    ],
    addons: addonsOf(parts),
    person_kinds: [],
  };
  const texted = schedules.find(({ text_reminders }) => text_reminders)?.text_reminders;
  return {
    schedule: texted ? { ...schedule, text_reminders: texted } : schedule,
    resources: [],
    visit: {
      parts,
      times: (query) => times(store, parts, schedule.id, query),
      book: (form) => book(store, parts, form),
    },
  };
}

const offerOf = ({ state }: Store, { bookable, length_minutes, resource_id }: Chosen) =>
  state.services!.offerOf({ ...state.flow, bookable, length_minutes, resource_id, step: "day" })!; // loaded, with a schedule

const wantedOf = ({ bookable, length_minutes, resource_id }: Chosen): VisitPart => ({
  schedule_id: bookable.schedule!.id, // only schedules combine
  resource_id: resource_id ?? (bookable.resources.length > 1 ? "any" : bookable.resources[0]!.id),
  ...(length_minutes && { length_minutes }),
});

/** The add-ons of all services, each named after the place of its service. */
const addonsOf = (parts: readonly Chosen[]): Addon[] =>
  parts.flatMap(({ bookable }, index) =>
    bookable.schedule!.addons.map((addon) => ({ ...addon, id: `${index}.${addon.id}` })),
  );

type ChosenAddon = { id: string; quantity?: number };

const withAddons = (parts: readonly Chosen[], chosen: readonly ChosenAddon[]) =>
  parts.map((part, index) => ({
    ...wantedOf(part),
    addons: chosen
      .filter(({ id }) => id.startsWith(`${index}.`))
      .map(({ id, quantity }) => ({ id: id.slice(id.indexOf(".") + 1), quantity })),
  }));

/** A time as one of the calendar's: without the add-ons' price, which the form adds. */
function slotOf(
  store: Store,
  parts: readonly Chosen[],
  schedule_id: string,
  time: VisitTime,
): Slot {
  const offered = addonsOf(parts);
  const addons = chosenAddons(store.state.details, offered).reduce(
    (sum, { id, quantity }) =>
      sum + quantity * (offered.find((addon) => addon.id === id)?.price_amount ?? 0),
    0,
  );
  const { starts_at, ends_at, price_amount, currency } = time;
  return {
    id: `${schedule_id} ${starts_at}`,
    resource_id: "",
    schedule_id,
    starts_at,
    ends_at,
    capacity: 1,
    remaining: 1,
    bookable: true,
    reason: null,
    price_amount: price_amount === null ? null : price_amount - addons,
    currency,
  };
}

async function times(
  store: Store,
  parts: readonly Chosen[],
  schedule_id: string,
  { from, to, tz }: AvailabilityQuery,
): Promise<Availability> {
  const chosen = chosenAddons(store.state.details, addonsOf(parts));
  const config_id = store.settings.configId || undefined;
  const query = { from, to, tz, parts: withAddons(parts, chosen), config_id };
  const { times, time_zone } = await post(store, "visits/times", query, { anew: true });
  const days: Availability["days"] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const slots = times
      .filter(({ starts_at }) => dateInZone(starts_at, tz) === date)
      .map((time) => slotOf(store, parts, schedule_id, time));
    days.push({ date, state: slots.length ? "open" : "closed", slots });
  }
  return { time_zone, from, to, next_available: null, days };
}

/** Books all services or none. */
async function book(store: Store, parts: readonly Chosen[], form: NewBooking): Promise<Booked> {
  const { slot, bookable } = store.state.flow;
  const { customer, expected_amount, notes, text_reminders, config_id, website } = form;
  const { verification_token, terms_accepted, pay_later, answers = [], addons = [] } = form;
  const isOf = (questions: Schedule["questions"], { question_id }: { question_id: string }) =>
    questions.some(({ id }) => id === question_id);
  const common = store.state.config!.questions; // the form has one
  try {
    const { bookings, manage_url, price_amount } = await post(store, "visits", {
      starts_at: slot!.starts_at, // the form has one
      parts: withAddons(parts, addons).map((part, index) => ({
        ...part,
        answers: answers.filter((answer) =>
          isOf(parts[index]!.bookable.schedule!.questions, answer),
        ),
      })),
      answers: answers.filter((answer) => isOf(common, answer)),
      customer,
      expected_amount,
      notes,
      text_reminders,
      config_id,
      website,
      verification_token,
      terms_accepted,
      pay_later,
    });
    const waiting = bookings.find(({ status }) => status === "pending") ?? bookings[0]!;
    const ends_at = bookings.at(-1)!.ends_at;
    const booking = { ...waiting, starts_at: slot!.starts_at, ends_at, price_amount };
    return { booking, manage_url, payment: null, dates: bookings, is_visit: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { problem } = error;
    throw new Refusal({
      ...problem,
      issues: problem.issues.map((one) => ({ ...one, path: one.path.replace(/^parts\.\d\./, "") })),
      alternatives: problem.alternatives.map((time) =>
        slotOf(store, parts, bookable!.schedule!.id, time),
      ),
    });
  }
}

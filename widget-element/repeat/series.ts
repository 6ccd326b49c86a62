import { wantedOf } from "../details/hold";
import { partyOf } from "../details/party";
import { addonsOf, isRepeated, kindsOf, mostDates } from "../details/requirements";
import { chosenAddons } from "../interactions/chosen-addons";
import { post } from "../interactions/requests";
import { visitOf } from "../interactions/visit";
import { partySize, textOf } from "../shared/details";
import { Refusal, type Problem } from "../shared/problem";
import type { Store } from "../store";
import type { Booked, NewBooking, NewSeries, Series, SeriesQuery } from "../wire";

/** Dates chosen at first, if the service allows as many. */
const USUAL_DATES = 6;

/** The number of dates chosen. */
export const datesOf = (store: Store): number =>
  Math.min(Number(textOf(store.state.details, "repeat_dates")) || USUAL_DATES, mostDates(store));

/** The dates as last read for the present choice; null while they load. */
export const planOf = (store: Store): Series | null =>
  store.state.series?.key === keyOf(store) ? store.state.series.plan : null;

/** Why the dates of the present choice can't be shown. */
export const problemOf = (store: Store): Problem | null =>
  store.state.series?.key === keyOf(store) ? store.state.series.problem : null;

/** Reads the dates, unless they are known or on their way. */
export async function loadDates(store: Store, anew = false): Promise<void> {
  const key = keyOf(store);
  if (!isRepeated(store) || (store.state.series?.key === key && !anew)) return;
  const before = store.state.series;
  const show = (plan: Series | null, problem: Problem | null = null) => {
    if (keyOf(store) === key)
      store.set({ series: { key, plan, problem, is_changed: anew && before?.key === key } });
  };
  show(null);
  // The first date is free for the visitor who holds it.
  await visitOf(store).hold_answered;
  try {
    show(await post(store, "series/preview", queryOf(store), { anew: true }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    show(null, error.problem);
  }
}

const keyOf = (store: Store): string => {
  const { hold_token: _hold, ...wish } = queryOf(store);
  return JSON.stringify(wish);
};

function queryOf(store: Store): SeriesQuery {
  const { details, flow, hold } = store.state;
  const slot = flow.slot!; // the form has one
  const {
    slot_id: _slot,
    schedule_id = "",
    resource_id = "",
    starts_at = "",
    ...length
  } = wantedOf(store, slot);
  return {
    schedule_id,
    resource_id,
    starts_at,
    ...length,
    party_size: partySize(details),
    party: partyOf(details, kindsOf(store)),
    addons: chosenAddons(details, addonsOf(store)),
    repeat: { every_weeks: Number(details.repeat), dates: datesOf(store) },
    config_id: store.settings.configId || undefined,
    hold_token: hold?.slot_id === slot.id ? hold.hold_token : undefined,
  };
}

/**
 * Books the dates that are shown as free. If they have changed meanwhile, shows them as they are
 * now and returns null.
 */
export async function bookDates(store: Store, form: NewBooking): Promise<Booked | null> {
  const plan = planOf(store)!; // the form is sent with it
  const {
    slot_id: _slot,
    booking_link_token: _link,
    expected_deposit_amount: _deposit,
    return_url: _return,
    ...wish
  } = form;
  const body: NewSeries = {
    ...wish,
    ...queryOf(store),
    expected_amount: plan.price_amount ?? 0,
    leave_out: plan.dates.filter(({ state }) => state === "taken").map(({ no }) => no),
  };
  try {
    const { bookings, manage_url } = await post(store, "series", body);
    return { booking: bookings[0]!, manage_url, payment: null, dates: bookings };
  } catch (error) {
    if (!(error instanceof Refusal) || !isOfDates(error.problem)) throw error;
    await loadDates(store, true);
    if (planOf(store)?.dates[0]?.state !== "free") throw error;
    return null;
  }
}

const isOfDates = ({ kind, code }: Problem): boolean =>
  kind === "taken" || code === "price_changed" || code === "outside_booking_window";

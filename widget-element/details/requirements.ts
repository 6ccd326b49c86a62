import { wholeSchedule } from "../interactions/requests";
import type { Details } from "../shared/details";
import type { Store } from "../store";
import { channelOf } from "../verify/verification";
import type { Addon, PersonKind, Question, Slot } from "../wire";
import { answerField, type FormRequirements, totalAmount, withEmpty } from "./form";

/** The form's fields. A waiting list entry only needs contact details. */
export function requirementsOf(store: Store): FormRequirements {
  const { config, flow, card_terms } = store.state;
  const { steps, terms_url } = config!; // later steps require a configuration
  const phone = channelOf(store) === "sms" ? "required" : steps.phone;
  if (flow.waits) return { questions: [], phone, notes: "off", terms: false };
  return {
    questions: questionsOf(store),
    phone,
    notes: steps.notes,
    terms: terms_url !== null,
    kinds: kindsOf(store),
    card: !!flow.bookable?.schedule?.card_on_file && !!card_terms,
  };
}

/** The configuration's questions, then the schedule's. */
export const questionsOf = (store: Store): readonly Question[] => [
  ...(store.state.config?.questions ?? []),
  ...(formOf(store)?.questions ?? []),
];

const formOf = ({ state: { flow, forms } }: Store) => {
  const schedule = flow.bookable?.schedule;
  return (schedule && forms?.get(schedule.id)) ?? schedule;
};

/** The add-ons of the chosen service. */
export const addonsOf = (store: Store): readonly Addon[] | undefined => formOf(store)?.addons;

/** The kinds of people of the chosen service; none on its waiting list. */
export const kindsOf = (store: Store): readonly PersonKind[] =>
  store.state.flow.waits ? [] : (formOf(store)?.person_kinds ?? []);

/** The displayed total of a time as chosen. */
export const totalOf = (store: Store, slot: Slot): number =>
  totalAmount(slot, store.state.details, addonsOf(store), kindsOf(store));

/** The most dates that are booked together; 0: the booking can't be repeated. */
export const mostDates = ({ state: { config, flow } }: Store): number =>
  flow.waits || config?.booking_link ? 0 : (flow.bookable?.schedule?.repeat_dates ?? 0);

/** Whether the visitor repeats the booking. */
export const isRepeated = (store: Store): boolean =>
  mostDates(store) > 0 && !!store.state.details.repeat;

/** Typed values that a reload restores: no consent, and no answer to a sensitive question. */
export function typedDetails(store: Store): Details {
  const dropped = questionsOf(store)
    .filter(({ type, sensitive }) => sensitive || type === "consent")
    .map(({ id }) => answerField(id));
  return withEmpty(store.state.details, [...dropped, "code", "terms", "card_terms"]);
}

/** Whether the schedule's questions, add-ons and kinds of people were omitted for size and are not loaded yet. */
export function lacksQuestions({ state }: Store): boolean {
  const schedule = state.flow.bookable?.schedule;
  return !!schedule?.questions_follow && !state.forms?.has(schedule.id);
}

export async function loadQuestions(store: Store): Promise<void> {
  const { id } = store.state.flow.bookable!.schedule!; // only schedules have questions
  const { questions = [], addons = [], person_kinds = [] } = (await wholeSchedule(store, id)) ?? {};
  store.set({ forms: new Map(store.state.forms).set(id, { questions, addons, person_kinds }) });
}

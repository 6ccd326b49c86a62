import { wholeSchedule } from "../interactions/requests";
import type { Details } from "../shared/details";
import type { Store } from "../store";
import { channelOf } from "../verify/verification";
import type { Question } from "../wire";
import { answerField, type FormRequirements, withEmpty } from "./form";

/** The form's fields. A waiting list entry only needs contact details. */
export function requirementsOf(store: Store): FormRequirements {
  const { config, flow } = store.state;
  const { steps, terms_url } = config!; // later steps require a configuration
  const phone = channelOf(store) === "sms" ? "required" : steps.phone;
  if (flow.waits) return { questions: [], phone, notes: "off", terms: false };
  return { questions: questionsOf(store), phone, notes: steps.notes, terms: terms_url !== null };
}

/** The configuration's questions, then the schedule's. */
export function questionsOf({ state }: Store): readonly Question[] {
  const { config, flow, questions } = state;
  const schedule = flow.bookable?.schedule;
  return [
    ...(config?.questions ?? []),
    ...((schedule && questions?.get(schedule.id)) ?? schedule?.questions ?? []),
  ];
}

/** Typed values that a reload restores: no consent, and no answer to a sensitive question. */
export function typedDetails(store: Store): Details {
  const dropped = questionsOf(store)
    .filter(({ type, sensitive }) => sensitive || type === "consent")
    .map(({ id }) => answerField(id));
  return withEmpty(store.state.details, [...dropped, "code", "terms"]);
}

/** Whether the schedule's questions were omitted for size and are not loaded yet. */
export function lacksQuestions({ state }: Store): boolean {
  const schedule = state.flow.bookable?.schedule;
  return !!schedule?.questions_follow && !state.questions?.has(schedule.id);
}

export async function loadQuestions(store: Store): Promise<void> {
  const { id } = store.state.flow.bookable!.schedule!; // only schedules have questions
  const questions = (await wholeSchedule(store, id))?.questions ?? [];
  store.set({ questions: new Map(store.state.questions).set(id, questions) });
}

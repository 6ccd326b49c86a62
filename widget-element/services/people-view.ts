import { html, type TemplateResult } from "lit";
import type { Bookable } from "../choose/bookables";
import { duration } from "../shared/format";
import { stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { priceWords } from "../shared/summary";
import { choiceList, hasOnlyPeople, type Choice } from "./choices";
import { giving, priceOf, termsOf } from "./offers";

/** "Who with?", "Which court?": by their kind, if all are of one that has words. */
export function whichOf({ t }: StepProps, { resources }: Bookable): string {
  const kinds = [...new Set(resources.map(({ type }) => type))].join();
  return t.which[kinds as keyof typeof t.which] ?? t.what_heading;
}

/** Choice of a resource, or of anyone, with individual durations and prices where they differ. */
export function peopleView(props: StepProps): TemplateResult {
  const { store, state, config, locale, t } = props;
  // this step follows choosing a schedule with several resources
  const bookable = state.flow.bookable!;
  const schedule = bookable.schedule!;
  const { length_minutes } = state.flow;
  const choose = (resource_id: string | null) => () =>
    store.act("choose", { type: "resource_chosen", resource_id });
  const hasTerms = schedule.resource_terms.length > 0;
  const choices = giving(bookable, length_minutes).map((resource): Choice => {
    const { duration_minutes, ...offer } = priceOf(termsOf(schedule, resource.id), length_minutes);
    const isOwnLength = length_minutes === null && duration_minutes !== schedule.duration_minutes;
    return {
      name: resource.name,
      resource,
      note: [isOwnLength && duration(duration_minutes, locale), resource.description]
        .filter(Boolean)
        .join(" · "),
      price: hasTerms
        ? priceWords(props, { ...offer, currency: schedule.currency }, config.tenant.currency)
        : "",
      choose: choose(resource.id),
    };
  });
  const isPeople = hasOnlyPeople(bookable);
  const anyone = { name: isPeople ? t.anyone : t.no_preference, choose: choose(null) };
  return html`${stepHead(props, whichOf(props, bookable))} ${choiceList([anyone, ...choices])}`;
}

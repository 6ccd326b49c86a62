import type { TemplateResult } from "lit";
import { resourceList, whichView } from "../choose/what-view";
import { duration } from "../shared/format";
import type { StepProps } from "../shared/props";
import { priceWords } from "../shared/summary";
import { giving, priceOf, termsOf } from "./offers";

/** Choice of a resource for the chosen length, with individual durations and prices. */
export function peopleView(props: StepProps): TemplateResult {
  const { state, config, locale } = props;
  const { bookable, length_minutes } = state.flow;
  const schedule = bookable?.schedule;
  if (!schedule || schedule.resource_terms.length === 0) return whichView(props);
  const own = giving(bookable, length_minutes).map((resource) => {
    const { duration_minutes, ...offer } = priceOf(termsOf(schedule, resource.id), length_minutes);
    const isOwnLength = length_minutes === null && duration_minutes !== schedule.duration_minutes;
    return {
      resource,
      note: [isOwnLength && duration(duration_minutes, locale), resource.description]
        .filter(Boolean)
        .join(" · "),
      price: priceWords(props, { ...offer, currency: schedule.currency }, config.tenant.currency),
    };
  });
  return resourceList(props, own);
}

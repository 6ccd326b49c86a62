import { html, nothing, type TemplateResult } from "lit";
import { groupOf, timeButtons } from "../choose/time-view";
import { dateWords } from "../shared/format";
import type { StepProps } from "../shared/props";
import { fill } from "../shared/texts";
import type { Slot } from "../wire";

const CHIPS = 3;

/** The first free times, to choose one without looking at the calendar; until a day is chosen. */
export function nextFree(
  props: StepProps,
  days: Map<string, Slot[]>,
): TemplateResult | typeof nothing {
  const { store, state, t, locale } = props;
  const { calendar } = store;
  const [first] = days;
  if (!first || state.flow.step !== "day" || calendar.from > calendar.limits.min) return nothing;
  const [date, slots] = first;
  const chips = slots.slice(0, CHIPS);
  return html`<div class="times next-free">
    ${groupOf(fill(t.next_free, { date: dateWords(date, "short", locale) }), timeButtons(props, chips, date, chips))}
  </div>`;
}

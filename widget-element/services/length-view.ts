import { html, type TemplateResult } from "lit";
import { duration } from "../shared/format";
import { stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { priceWords } from "../shared/summary";
import { choiceList } from "./choices";
import { baseDuration, priceOf } from "./offers";

/** Choice of a length, shortest first. */
export function lengthView(props: StepProps): TemplateResult {
  const { store, state, config, locale, t } = props;
  // this step follows choosing a bookable, and only schedules have lengths
  const bookable = state.flow.bookable!;
  const schedule = bookable.schedule!;
  const price = (length_minutes: number | null) =>
    priceWords(
      props,
      { ...priceOf(schedule, length_minutes), currency: schedule.currency },
      config.tenant.currency,
    );
  const choose = (length_minutes: number | null) => () =>
    store.act("choose", { type: "length_chosen", length_minutes });
  return html`${stepHead(props, t.length_heading)}
  ${choiceList([
    { name: baseDuration(bookable, locale), price: price(null), choose: choose(null) },
    ...schedule.length_options.map(({ minutes }) => ({
      name: duration(minutes, locale),
      price: price(minutes),
      choose: choose(minutes),
    })),
  ])}`;
}

import { html, type TemplateResult } from "lit";
import { list } from "../choose/what-view";
import { duration } from "../shared/format";
import { stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { priceWords } from "../shared/summary";
import { baseDuration, priceOf } from "./offers";

/** The choice of how long, the shortest first. */
export function lengthView(props: StepProps): TemplateResult {
  const { controller, config, locale, t } = props;
  const bookable = controller.flow.bookable!; // This step follows the choice of a bookable, and only those with a schedule have lengths.
  const schedule = bookable.schedule!;
  const price = (length_minutes: number | null) =>
    priceWords(
      props,
      { ...priceOf(schedule, length_minutes), currency: schedule.currency },
      config.tenant.currency,
    );
  const choose = (length_minutes: number | null) => () =>
    controller.act((interactions) =>
      interactions.choose({ type: "length_chosen", length_minutes }),
    );
  return html`${stepHead(props, t.length_heading)}
  ${list([
    { name: baseDuration(bookable, locale), price: price(null), choose: choose(null) },
    ...schedule.length_options.map(({ minutes }) => ({
      name: duration(minutes, locale),
      price: price(minutes),
      choose: choose(minutes),
    })),
  ])}`;
}

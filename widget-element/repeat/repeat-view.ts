import { html, nothing, type TemplateResult } from "lit";
import { isRepeated, mostDates } from "../details/requirements";
import { notice, sentence } from "../interactions/trouble";
import { textOf, type Field } from "../shared/details";
import { money } from "../shared/format";
import type { StepProps } from "../shared/props";
import { leadZone } from "../shared/summary";
import { momentWords } from "../shared/words";
import type { Series } from "../wire";
import { datesOf, loadDates, planOf, problemOf } from "./series";

/** Whether to repeat the booking, and each date with its state and price. */
export function repeatView(props: StepProps): TemplateResult {
  const { store, state, t } = props;
  const most = mostDates(store);
  const counts = Array.from({ length: most - 1 }, (_, index) => String(index + 2));
  // Not while rendering: loading changes the state.
  void Promise.resolve().then(() => loadDates(store));
  const plan = planOf(store);
  const problem = problemOf(store);
  return html`<fieldset class="field repeat" part="field">
    <legend part="label">${t.repeat}</legend>
    <div>
      ${select(props, "repeat", t.repeat, textOf(state.details, "repeat"), [
        ["", t.repeat_never],
        ["1", t.repeat_weekly],
        ["2", t.repeat_fortnightly],
      ])}
      ${
        isRepeated(store)
          ? select(
              props,
              "repeat_dates",
              t.repeat_dates,
              String(datesOf(store)),
              counts.map((count) => [count, `${count} ${t.repeat_dates}`]),
            )
          : nothing
      }
    </div>
    ${state.series?.is_changed && plan ? notice(t.dates_changed) : nothing}
    ${!isRepeated(store) ? nothing : plan ? dates(props, plan) : problem ? notice(sentence(props, problem)) : html`<p class="hint" role="status">${t.loading}</p>`}
  </fieldset>`;
}

const select = (
  { store }: StepProps,
  field: Field,
  label: string,
  value: string,
  options: [value: string, words: string][],
): TemplateResult =>
  html`<select
    part="input"
    id=${field}
    aria-label=${label}
    @change=${({ target }: Event) => store.act("change", field, (target as HTMLSelectElement).value)}
  >
    ${options.map(
      ([option, words]) =>
        html`<option value=${option} .selected=${option === value}>${words}</option>`,
    )}
  </select>`;

function dates(props: StepProps, plan: Series): TemplateResult {
  const { config, locale, t } = props;
  const price = (amount: number) =>
    amount ? money(amount, plan.currency ?? config.tenant.currency, locale) : t.free;
  return html`<ol class="dates">
      ${plan.dates.map(
        ({ starts_at, state, price_amount }) =>
          html`<li class=${state}>
            <span>${momentWords(starts_at, locale, leadZone(props, { starts_at }))}</span>
            <span
              >${state === "taken" ? t.date_left_out : price_amount === null ? nothing : price(price_amount)}</span
            >
          </li>`,
      )}
    </ol>
    ${plan.price_amount === null ? nothing : html`<p class="total" role="status">${t.total} <b>${price(plan.price_amount)}</b></p>`}`;
}

import { html, nothing, type TemplateResult } from "lit";
import { partySize } from "../shared/details";
import { dateInZone, datesWords, dateWords, firstDayOfWeek } from "../shared/format";
import { icon, lazyView, stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { fill, fillPlural } from "../shared/texts";
import type { Slot } from "../wire";
import { partyLimit } from "./bookables";
import { SPAN_DAYS, weeksOf } from "./dates";
import { timesView } from "./time-view";
import { zoneChoice } from "./zone-choice";

/** Four weeks, the selected day's times next to them, and the time zone below. */
export function dayView(props: StepProps): TemplateResult {
  const { services, store, state, t } = props;
  const { calendar } = store;
  const days = calendar.days;
  const problem = calendar.shown?.problem;
  return html`<div class="picker">
      <div class="calendar-side">
        ${stepHead(props, t.day_heading, "day")} ${partyChoice(props)}
        ${calendar.missed ? lazyView(props, (part) => part.missedDay(props)) : nothing}
        ${problem ? lazyView(props, (part) => part.trouble(props, problem)) : nothing}
        ${services.nextFree(props, days)} ${weeks(props, days)}
        ${days.size || problem || !calendar.shown?.availability ? nothing : lazyView(props, (part) => part.noDays(props))}
      </div>
      <div class="times-side">${state.flow.step === "time" ? timesView(props) : nothing}</div>
    </div>
    ${zoneChoice(props)}`;
}

function weeks(props: StepProps, days: Map<string, Slot[]>): TemplateResult {
  const { store, t, locale } = props;
  const { calendar } = store;
  const turn = (count: number, possible: boolean, label: string) =>
    html`<button
      type="button"
      class="round"
      part="month-button"
      aria-label=${label}
      aria-disabled=${!possible}
      @click=${() => possible && store.act("turn", count)}
    >
      ${icon(count < 0 ? "previous" : "next")}
    </button>`;
  return html`<div class="calendar" part="calendar">
    <div class="month-bar">
      <h4 id="month" part="month-name">${datesWords(calendar.from, calendar.to, locale)}</h4>
      ${turn(-SPAN_DAYS, calendar.from > calendar.limits.min, t.days_earlier)}
      ${turn(SPAN_DAYS, calendar.to < calendar.limits.max, t.days_later)}
    </div>
    ${grid(props, days)}
  </div>`;
}

function grid(props: StepProps, days: Map<string, Slot[]>): TemplateResult {
  const { store, locale, direction } = props;
  const { calendar } = store;
  const first_day = firstDayOfWeek(locale);
  const weeks = weeksOf(calendar.from, first_day);
  const focused = focusedDay(props, days);
  const onKey = (event: KeyboardEvent) => {
    const date = (event.target as HTMLElement).dataset.day;
    const { key } = event;
    if (
      !date ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      !/^(Arrow|Page|Home|End)/.test(key)
    )
      return;
    event.preventDefault();
    store.act("moveByKey", date, key, { first_day, rtl: direction === "rtl" });
  };
  const full_week = weeks[1] ?? [];
  return html`<table
    role="grid"
    aria-labelledby="month"
    aria-busy=${!calendar.shown?.availability}
    @keydown=${onKey}
  >
    <thead>
      <tr>
        ${full_week.map(
          (date) =>
            html`<th scope="col" part="weekday" abbr=${dateWords(date!, "weekday_long", locale)}>
              ${dateWords(date!, "weekday", locale)}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${weeks.map(
        (week) =>
          html`<tr>
            ${week.map((date) => (date ? day(props, date, days.get(date) ?? [], date === focused) : html`<td></td>`))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function day(props: StepProps, date: string, slots: Slot[], focused: boolean): TemplateResult {
  const { store, state, t, locale } = props;
  const full = !slots.length && props.config.steps.waitlist && store.calendar.full.has(date);
  const open = slots.length > 0 || full;
  const selected = date === state.flow.date;
  const long = dateWords(date, "long", locale);
  const label = slots.length
    ? fillPlural(t, "day_label", slots.length, locale, { date: long })
    : fill(full ? t.day_label_full : t.day_label_none, { date: long });
  const today = date === dateInZone(Date.now(), store.calendar.zone);
  return html`<td role="gridcell" aria-selected=${selected}>
    <button
      type="button"
      class="day"
      part="day ${slots.length ? "day-open" : full ? "day-full" : ""} ${selected ? "day-selected" : ""}"
      data-day=${date}
      tabindex=${focused ? "0" : "-1"}
      aria-label=${label}
      aria-disabled=${!open}
      aria-current=${today ? "date" : nothing}
      @click=${() => open && store.act("choose", { type: "day_chosen", date })}
    >
      ${new Intl.NumberFormat(locale).format(Number(date.slice(8)))}
      ${date.endsWith("-01") ? html`<small>${dateWords(date, "month", locale)}</small>` : nothing}
    </button>
  </td>`;
}

/** The only day in the calendar's tab order. */
function focusedDay({ store, state }: StepProps, days: Map<string, Slot[]>): string {
  const { calendar } = store;
  const candidates = [calendar.focused_day, state.flow.date, days.keys().next().value];
  return candidates.find((date) => date && calendar.isShown(date)) ?? calendar.from;
}

/**
 * Party size, shown before the times if a single service takes several people, since it changes
 * them.
 */
export function partyChoice({
  store,
  state,
  t,
  locale,
}: StepProps): TemplateResult | typeof nothing {
  const { bookable } = state.flow;
  const most = bookable ? partyLimit(bookable, null) : 1;
  if (most < 2) return nothing;
  const size = partySize(state.details) || 1;
  return html`<label class="party" part="party">
    ${icon("people")}<span>${t.party_size}</span>
    <select
      part="input"
      @change=${({ target }: Event) =>
        store.act("changeParty", Number((target as HTMLSelectElement).value))}
    >
      ${Array.from(
        { length: most },
        (_, index) =>
          html`<option value=${index + 1} .selected=${index + 1 === size}>
            ${fillPlural(t, "people", index + 1, locale)}
          </option>`,
      )}
    </select>
  </label>`;
}

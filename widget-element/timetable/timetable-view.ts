import { html, nothing, type TemplateResult } from "lit";
import { bookableName, type Bookable } from "../choose/bookables";
import { addDays } from "../choose/dates";
import { partyChoice } from "../choose/day-view";
import { zoneChoice } from "../choose/zone-choice";
import { clock, clockLabel, datesWords, dateInZone, dateWords, duration } from "../shared/format";
import { icon, lazyView, stepHead } from "../shared/parts";
import type { StepProps, StepView } from "../shared/props";
import { differ, priceWords } from "../shared/summary";
import { fill } from "../shared/texts";
import type { State } from "../store";
import type { Slot } from "../wire";
import { skeletonGrid } from "../shared/frame";
import { shownWeek, turnTo, WEEK_DAYS } from "./weeks";

/** Fewer places left than this are pointed out. */
const FEW = 3;

/** More times in a day than this are easier to find by day than in a week. */
const MAX_PER_DAY = 8;

/** A class at a time. */
export interface ClassTime {
  slot: Slot;
  bookable: Bookable;
  /** Its resource, if that is worth a mention. */
  who: string | undefined;
  choose: (date: string) => void;
}

/**
 * Functions that the week of all classes shares. Passed to it: exporting them would make this part
 * larger.
 */
export type WeekParts = [typeof shownWeek, typeof turnTo, typeof weekView, typeof emptyWeek];

/** A week of one class, or of all before one is chosen. */
export function view(props: StepProps, otherwise: StepView): TemplateResult {
  const { store, state, t } = props;
  const { calendar } = store;
  const { flow } = state;
  if (flow.step === "what") return ofAllClasses(props, otherwise);
  const bookable = flow.bookable!; // this step follows choosing one
  if ([...calendar.days.values()].some(({ length }) => length > MAX_PER_DAY))
    return otherwise(props);
  const week = shownWeek(calendar, flow.date);
  const span = calendar.shown;
  const full = fullTimes(props, week[0]!, week.at(-1)!); // seven days
  const { resources } = bookable;
  const times = (date: string) =>
    [
      ...calendar.times(date),
      ...full.filter(({ starts_at }) => dateInZone(starts_at, calendar.zone) === date),
    ].map((slot): ClassTime => ({
      slot,
      bookable,
      who: resources[1] && resources.find(({ id }) => id === flow.resource_id)?.name,
      choose: (date) =>
        store.act("choose", { type: "slot_chosen", slot, date, waits: !slot.bookable }),
    }));
  // Day and time are one step here, so Back leads to the step before both.
  const asDay: StepProps = { ...props, state: { ...state, flow: { ...flow, step: "day" } } };
  const isLoading = !span?.availability && !span?.problem;
  const turn = (date: string) => turnTo(calendar, date);
  const known = [...calendar.days.keys()].sort();
  const next = known.find((date) => date > week.at(-1)!);
  const isEmpty = !week.some((date) => times(date).length);
  return html`${stepHead(asDay, t.which.class)} ${partyChoice(props)}
  ${calendar.missed ? lazyView(props, (part) => part.missedDay(props)) : nothing}
  ${span?.problem ? lazyView(props, (part) => part.trouble(props, span.problem!)) : nothing}
  ${weekView(props, week, times, isLoading, turn)}
  ${span?.availability && isEmpty ? (known[0] ? emptyWeek(props, week, next, turn) : lazyView(props, (part) => part.noDays(props))) : nothing}
  ${zoneChoice(props)}`;
}

function ofAllClasses(props: StepProps, otherwise: StepView): TemplateResult {
  const { store, state } = props;
  const { together } = state;
  if (together) return together.view(props, otherwise, [shownWeek, turnTo, weekView, emptyWeek]);
  if (together === null) return otherwise(props);
  const show = (together: State["together"]) => store.set({ together });
  void import("../together/index").then(show, () => show(null));
  return skeletonGrid(props);
}

/** Seven columns, or a list of days where there is less space. */
function weekView(
  props: StepProps,
  week: readonly string[],
  times: (date: string) => readonly ClassTime[],
  isLoading: boolean,
  turn: (date: string) => void,
): TemplateResult {
  const { store, locale, t } = props;
  const { limits } = store.calendar;
  const [first, last] = [week[0]!, week.at(-1)!]; // seven days
  const button = (by: number, isPossible: boolean) =>
    html`<button
      type="button"
      class="round"
      part="month-button"
      aria-label=${by < 0 ? t.days_earlier : t.days_later}
      aria-disabled=${!isPossible}
      @click=${() => {
        if (!isPossible) return;
        turn(addDays(first, by));
        const days = shownWeek(store.calendar, null);
        store.set({ announcement: datesWords(days[0]!, days.at(-1)!, locale) });
        store.prepare("preload");
      }}
    >
      ${icon(by < 0 ? "previous" : "next")}
    </button>`;
  return html`<div class="month-bar">
      <h4 part="month-name">${datesWords(first, last, locale)}</h4>
      ${button(-WEEK_DAYS, first > limits.min)} ${button(WEEK_DAYS, last < limits.max)}
    </div>
    <div class="timetable" part="timetable" aria-busy=${isLoading}>
      ${week.map((date) => day(props, date, times(date)))}
    </div>`;
}

/** Full times of the week that have a waiting list. */
function fullTimes({ store, config }: StepProps, from: string, to: string): Slot[] {
  const { part, calendar } = store;
  if (!config.steps.waitlist) return [];
  if (!part) void store.loadPart();
  if (!part || !calendar.shown?.availability) return [];
  part.loadFullTimes(store, from, to);
  return part.fullTimesOf(store, from, to);
}

function day(props: StepProps, date: string, times: readonly ClassTime[]): TemplateResult {
  const { store, locale } = props;
  const isToday = date === dateInZone(Date.now(), store.calendar.zone);
  const sorted = [...times].sort((a, b) => (a.slot.starts_at > b.slot.starts_at ? 1 : -1));
  return html`<section class=${times.length ? "class-day" : "class-day none"}>
    <h4
      aria-label=${dateWords(date, "long", locale)}
      aria-current=${isToday ? "date" : nothing}
      tabindex="-1"
      data-day=${date}
    >
      ${dateWords(date, "short", locale)}
    </h4>
    ${sorted.map((time) => classButton(props, time, date))}
  </section>`;
}

/** A class: "18:30 Vinyasa · 60 min · 9 of 12 left · £18 · Book". */
function classButton(
  props: StepProps,
  { slot, bookable, who, choose }: ClassTime,
  date: string,
): TemplateResult {
  const { store, state, config, t, locale } = props;
  const isFull = !slot.bookable;
  const isChosen = slot.id === state.flow.slot?.id;
  const { zone } = store.calendar;
  const theirs = config.tenant.time_zone;
  const there = differ(slot.starts_at, zone, theirs) ? clock(slot.starts_at, locale, theirs) : "";
  const minutes = (Date.parse(slot.ends_at) - Date.parse(slot.starts_at)) / 60_000;
  const number = new Intl.NumberFormat(locale);
  const left = fill(t.places_of, {
    count: number.format(slot.remaining),
    total: number.format(slot.capacity),
  });
  return html`<button
    type="button"
    class="class ${isFull ? "full" : ""}"
    part="time"
    aria-current=${isChosen ? "true" : nothing}
    data-focus=${isChosen ? "class" : nothing}
    @click=${() => choose(date)}
  >
    <strong
      >${clockLabel(slot.starts_at, locale, zone)}${there ? html` <small>${there}</small>` : nothing}</strong
    >
    <span class="class-name"
      ><bdi>${bookableName(bookable)}</bdi>
      <small>${[duration(minutes, locale), who].filter(Boolean).join(" · ")}</small></span
    >
    <span class="class-left ${slot.remaining <= FEW ? "few" : ""}"
      >${isFull ? t.full_heading : left}</span
    >
    ${
      isFull
        ? nothing
        : html`<span class="class-price">${priceWords(props, slot, config.tenant.currency)}</span>
            <span class="class-book">${t.open}</span>`
    }
  </button>`;
}

/** A week without classes, with the next day that has some. */
function emptyWeek(
  { store, t, locale }: StepProps,
  week: readonly string[],
  next: string | null | undefined,
  turn: (date: string) => void,
): TemplateResult {
  const show = () => {
    turn(next!); // only with such a day
    store.set({ focus: { day: next! } });
  };
  return html`<div class="empty">
    <p>${fill(t.day_label_none, { date: datesWords(week[0]!, week.at(-1)!, locale) })}</p>
    ${
      next
        ? html`<button type="button" class="time" part="time" @click=${show}>
            ${fill(t.next_free, { date: dateWords(next, "long", locale) })}
          </button>`
        : nothing
    }
  </div>`;
}

import { html, nothing, type TemplateResult } from "lit";
import { bookableName } from "../choose/bookables";
import { addDays } from "../choose/dates";
import { dayView, partyChoice } from "../choose/day-view";
import { zoneChoice } from "../choose/zone-choice";
import { isForAnyone } from "../flow";
import { clock, clockLabel, datesWords, dateInZone, dateWords, duration } from "../shared/format";
import { icon, lazyView, stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { differ, priceWords } from "../shared/summary";
import { fill } from "../shared/texts";
import type { Slot } from "../wire";
import { shownWeek, turnTo, WEEK_DAYS } from "./weeks";

/** Fewer places left than this are pointed out. */
const FEW = 3;

/** More times in a day than this are easier to find by day than in a week. */
const MOST_PER_DAY = 8;

/** A week of classes: seven columns, or a list of days where there is less space. */
export function timetableView(props: StepProps): TemplateResult {
  const { store, state, t, locale } = props;
  const { calendar } = store;
  if ([...calendar.days.values()].some(({ length }) => length > MOST_PER_DAY))
    return dayView(props);
  const week = shownWeek(calendar, state.flow.date);
  const [first, last] = [week[0]!, week.at(-1)!]; // seven days
  const span = calendar.shown;
  const full = fullTimes(props, first, last);
  const isEmpty = week.every((date) => !calendar.times(date).length && !full.has(date));
  const isLoading = !span?.availability && !span?.problem;
  // Day and time are one step here, so Back leads to the step before both.
  const asDay: StepProps = { ...props, state: { ...state, flow: { ...state.flow, step: "day" } } };
  return html`${stepHead(asDay, t.which.class)} ${partyChoice(props)}
    ${calendar.missed ? lazyView(props, (part) => part.missedDay(props)) : nothing}
    <div class="month-bar">
      <h4 part="month-name">${datesWords(first, last, locale)}</h4>
      ${turnButton(props, addDays(first, -WEEK_DAYS), first > calendar.limits.min, "previous")}
      ${turnButton(props, addDays(first, WEEK_DAYS), last < calendar.limits.max, "next")}
    </div>
    ${span?.problem ? lazyView(props, (part) => part.trouble(props, span.problem!)) : nothing}
    <div class="timetable" part="timetable" aria-busy=${isLoading}>
      ${week.map((date) => day(props, date, full.get(date) ?? []))}
    </div>
    ${isEmpty && span?.availability ? emptyWeek(props, week) : nothing} ${zoneChoice(props)}`;
}

function turnButton(
  { store, t, locale }: StepProps,
  date: string,
  isPossible: boolean,
  name: "previous" | "next",
): TemplateResult {
  const turn = () => {
    if (!isPossible) return;
    turnTo(store.calendar, date);
    const days = shownWeek(store.calendar, null);
    store.set({ announcement: datesWords(days[0]!, days.at(-1)!, locale) });
    store.prepare("preload");
  };
  return html`<button
    type="button"
    class="round"
    part="month-button"
    aria-label=${name === "previous" ? t.days_earlier : t.days_later}
    aria-disabled=${!isPossible}
    @click=${turn}
  >
    ${icon(name)}
  </button>`;
}

/** Full times of the week that have a waiting list, by day. */
function fullTimes({ store, config }: StepProps, from: string, to: string): Map<string, Slot[]> {
  const { part, calendar } = store;
  const found = new Map<string, Slot[]>();
  if (!config.steps.waitlist) return found;
  if (!part) void store.loadPart();
  else if (calendar.shown?.availability) {
    part.loadFullTimes(store, from, to);
    for (const slot of part.fullTimesOf(store, from, to)) {
      const date = dateInZone(slot.starts_at, calendar.zone);
      found.set(date, [...(found.get(date) ?? []), slot]);
    }
  }
  return found;
}

function day(props: StepProps, date: string, full: readonly Slot[]): TemplateResult {
  const { store, locale } = props;
  const { zone } = store.calendar;
  const slots = [...store.calendar.times(date), ...full].sort(
    (a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at),
  );
  const isToday = date === dateInZone(Date.now(), zone);
  return html`<section class=${slots.length ? "class-day" : "class-day none"}>
    <h4
      aria-label=${dateWords(date, "long", locale)}
      aria-current=${isToday ? "date" : nothing}
      tabindex="-1"
      data-day=${date}
    >
      ${dateWords(date, "short", locale)}
    </h4>
    ${slots.map((slot) => classButton(props, slot, date, full.includes(slot)))}
  </section>`;
}

/** A class: "18:30 Vinyasa · 60 min · 9 of 12 left · £18 · Book". */
function classButton(props: StepProps, slot: Slot, date: string, isFull: boolean): TemplateResult {
  const { store, state, config, t, locale } = props;
  const { flow } = state;
  const bookable = flow.bookable!; // this step follows choosing one
  const { zone } = store.calendar;
  const theirs = config.tenant.time_zone;
  const there = differ(slot.starts_at, zone, theirs) ? clock(slot.starts_at, locale, theirs) : "";
  const minutes = (Date.parse(slot.ends_at) - Date.parse(slot.starts_at)) / 60_000;
  const { resources } = bookable;
  const who =
    resources.length > 1 && !isForAnyone(flow)
      ? (resources.find(({ id }) => id === slot.resource_id)?.name ?? "")
      : "";
  const number = new Intl.NumberFormat(locale);
  const left = fill(t.places_of, {
    count: number.format(slot.remaining),
    total: number.format(slot.capacity),
  });
  const choose = () => store.act("choose", { type: "slot_chosen", slot, date, waits: isFull });
  return html`<button
    type="button"
    class="class ${isFull ? "full" : ""}"
    part="time"
    aria-current=${slot.starts_at === flow.slot?.starts_at ? "true" : nothing}
    @click=${choose}
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
    ${isFull ? nothing : html`<span class="class-price">${priceWords(props, slot, config.tenant.currency)}</span>`}
    ${isFull ? nothing : html`<span class="class-book">${t.open}</span>`}
  </button>`;
}

/** A week without classes, with the next day that has some. */
function emptyWeek(props: StepProps, week: string[]): unknown {
  const { store, t, locale } = props;
  const { calendar } = store;
  const next = [...calendar.days.keys()].sort().find((date) => date > week.at(-1)!);
  if (!next && !calendar.days.size) return lazyView(props, (part) => part.noDays(props));
  const show = () => {
    turnTo(calendar, next!);
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

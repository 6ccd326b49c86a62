import { html, nothing, type TemplateResult } from "lit";
import { bookableName, isClass, type Bookable } from "../choose/bookables";
import type { Calendar } from "../choose/calendar";
import { zoneChoice } from "../choose/zone-choice";
import { dateInZone } from "../shared/format";
import { icon, stepHead } from "../shared/parts";
import type { StepProps, StepView } from "../shared/props";
import type { Choice } from "../interactions/actions";
import type { Store } from "../store";
import type { AvailabilityQuery, Resource, Slot } from "../wire";
import type { ClassTime, WeekParts } from "../timetable/timetable-view";

/** With more classes, a list is easier to choose from. */
const MAX_TOGETHER = 20;

/** With more times of a class in a day, it is easier to find them by day. */
const MAX_PER_DAY = 8;

/** The only class and resource shown. */
interface Filter {
  bookable?: Bookable | undefined;
  resource?: Resource | undefined;
}
const filters = new WeakMap<Calendar, Filter>();

/**
 * A week of all classes, read at once, with filters, above the other services; `otherwise` if there
 * are too many of them, or if their times can't be loaded.
 */
export function togetherView(
  props: StepProps,
  otherwise: StepView,
  [shownWeek, turnTo, weekView, emptyWeek]: WeekParts,
): TemplateResult {
  const { store, state, config, t } = props;
  const { calendar, settings } = store;
  const { flow } = state;
  const bookables = flow.bookables.filter(isClass);
  if (bookables.length < 2 || bookables.length > MAX_TOGETHER) return otherwise(props);
  const filter = filters.get(calendar) ?? {};
  const shown = filter.bookable ? [filter.bookable] : bookables;
  const week = shownWeek(calendar, settings.date ?? null);
  const query: AvailabilityQuery = {
    ...calendar.query(),
    schedule_id: null,
    resource_ids: [...new Set(bookables.flatMap(({ resources }) => resources.map(({ id }) => id)))],
    length_minutes: settings.lengthMinutes,
    from: week[0]!,
    to: week.at(-1)!, // seven days
    unavailable: config.steps.waitlist,
  };
  const { spans } = calendar;
  if (spans.get(query)?.problem) return otherwise(props);
  spans.show(query);
  const availability = spans.get(query)?.availability;
  const days = new Map<string, ClassTime[]>();
  for (const { date, slots } of availability?.days ?? []) {
    const times = bookables.flatMap((bookable) => timesOf(props, bookable, slots, filter));
    if (
      bookables.some((one) => times.filter(({ bookable }) => bookable === one).length > MAX_PER_DAY)
    )
      return otherwise(props);
    days.set(
      date,
      times.filter(({ bookable }) => shown.includes(bookable)),
    );
  }
  const next = availability?.next_available;
  const nextDay = next && dateInZone(next, calendar.zone);
  const turn = (date: string) => turnTo(calendar, date, true);
  return html`${stepHead(props, t.which.class)} ${filterBar(props, bookables, filter)}
  ${weekView(props, week, (date) => days.get(date) ?? [], !availability, turn)}
  ${availability && ![...days.values()].some(({ length }) => length) ? emptyWeek(props, week, nextDay && nextDay > week.at(-1)! ? nextDay : null, turn) : nothing}
  ${zoneChoice(props)}
  ${filter.bookable || bookables.length === flow.bookables.length ? nothing : otherwise({ ...props, state: { ...state, flow: { ...flow, bookables: flow.bookables.filter((one) => !isClass(one)) } } })}`;
}

/** Each start once: the cheapest place, otherwise a full one with a waiting list. */
function timesOf(
  { store, config }: StepProps,
  bookable: Bookable,
  slots: readonly Slot[],
  { resource }: Filter,
): ClassTime[] {
  const best = new Map<string, Slot>();
  for (const slot of slots) {
    const isShown = slot.bookable || (config.steps.waitlist && slot.reason === "full");
    const isOf = !resource || slot.resource_id === resource.id;
    if (slot.schedule_id !== bookable.schedule?.id || !isShown || !isOf) continue;
    const known = best.get(slot.starts_at);
    if (!known || rank(slot) < rank(known)) best.set(slot.starts_at, slot);
  }
  const [only] = bookable.resources;
  return [...best.values()].map((slot) => ({
    slot,
    bookable,
    who:
      resource?.name ?? (bookable.resources.length < 2 && only?.type === "person" ? only.name : ""),
    choose: (date) => {
      const resource_id = resource?.id ?? (bookable.schedule?.anyone ? null : slot.resource_id);
      // The steps between are chosen with the time; those that don't apply change nothing.
      void chooseAtOnce(store, [
        { type: "bookable_chosen", bookable },
        { type: "length_chosen", length_minutes: null },
        { type: "resource_chosen", resource_id },
        { type: "slot_chosen", slot, date, waits: !slot.bookable },
      ]);
    },
  }));
}

/** Makes several choices that are one step of the history: Back leads to this week as it was. */
async function chooseAtOnce(store: Store, choices: readonly Choice[]): Promise<void> {
  const part = await store.loadPart();
  const { visit, calendar } = store;
  if (!part || !visit) return;
  const { from, focused_day } = calendar;
  visit.is_led = true;
  for (const choice of choices) part.choose(store, choice);
  visit.is_led = false;
  visit.together = { from, focused_day };
  visit.history.push("what", "details");
}

const rank = ({ bookable, price_amount, remaining }: Slot): number =>
  bookable ? (price_amount ?? 0) - remaining / 1000 : Infinity;

/** All classes or one, and with whom. */
function filterBar(
  { store, config, t }: StepProps,
  bookables: readonly Bookable[],
  filter: Filter,
): TemplateResult {
  const shown = filter.bookable ? [filter.bookable] : bookables;
  const resources = [...new Set(shown.flatMap((one) => one.resources))];
  const kinds = [...new Set(resources.map(({ type }) => type))].join();
  // A class on a resource of its own, or named like it, is already chosen by its name.
  const hasChoice =
    config.steps.choose_resource &&
    kinds !== "class" &&
    resources.length > 1 &&
    (resources.length < shown.length || shown.some((one) => one.resources.length > 1));
  const set = (change: Filter) => {
    const next = { ...filter, ...change };
    const { bookable, resource } = next;
    if (bookable && resource && !bookable.resources.includes(resource)) next.resource = undefined;
    filters.set(store.calendar, next);
    store.page.changed();
  };
  const chip = (bookable: Bookable | undefined, name: string) =>
    html`<button
      type="button"
      class="chip"
      part="link"
      aria-pressed=${filter.bookable === bookable}
      @click=${() => set({ bookable })}
    >
      ${name}
    </button>`;
  return html`<div class="chips" role="group" aria-label=${t.which.class}>
      ${chip(undefined, t.all_classes)}${bookables.map((one) => chip(one, bookableName(one)))}
    </div>
    ${
      hasChoice || filter.resource
        ? html`<label class="party" part="party"
            >${icon("people")}<span
              >${t.which[kinds as keyof typeof t.which] ?? t.what_heading}</span
            ><select
              @change=${({ target }: Event) =>
                set({
                  resource: resources.find(({ id }) => id === (target as HTMLSelectElement).value),
                })}
            >
              <option value="">${t.no_preference}</option>
              ${resources.map(
                (one) =>
                  html`<option value=${one.id} .selected=${one === filter.resource}>
                    ${one.name}
                  </option>`,
              )}
            </select></label
          >`
        : nothing
    }`;
}

import { html, type TemplateResult } from "lit";
import { groupOf } from "../choose/time-view";
import { openDays } from "../choose/times";
import { clockLabel } from "../shared/format";
import type { StepProps } from "../shared/props";
import { fill } from "../shared/texts";
import type { Availability, Slot } from "../wire";

/** Full times of a day with a waiting list. */
export const fullGroup = (props: StepProps, full: readonly Slot[], date: string): TemplateResult =>
  groupOf(props.t.full_heading, fullButtons(props, full, date));

/** A button per full time, leading to its waiting list. */
function fullButtons(
  { store, t, locale }: StepProps,
  slots: readonly Slot[],
  date: string,
): TemplateResult {
  const { zone } = store.calendar;
  return html`${slots.map((slot) => {
    const time = clockLabel(slot.starts_at, locale, zone);
    return html`<button
      type="button"
      class="time full"
      part="time"
      aria-label=${fill(t.wait_for, { time })}
      @click=${() => store.act("choose", { type: "slot_chosen", slot, date, waits: true })}
    >
      ${time}
    </button>`;
  })}`;
}

/** Full times not free on any other resource: those with a waiting list. */
export function fullTimes(availability: Availability): Slot[] {
  const free = new Set(
    availability.days.flatMap(({ slots }) => slots.filter(({ bookable }) => bookable).map(startOf)),
  );
  return [
    ...openDays(
      availability,
      (slot) => slot.reason === "full" && !free.has(startOf(slot)),
    ).values(),
  ].flat();
}

const startOf = (slot: Slot): number => Date.parse(slot.starts_at);

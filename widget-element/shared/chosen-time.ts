import { html, type TemplateResult } from "lit";
import type { Booking, Slot } from "../wire";
import { cityOf, clockLabel, dateInZone, dateWords, offset } from "./format";
import { drawing, icon } from "./parts";
import type { StepProps } from "./props";
import { differ, type Fact } from "./summary";

const CALENDAR = "M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4";

/** The chosen time for the summary. */
export const momentFacts = (props: StepProps, moment: Slot | Booking): Fact[] => [
  [drawing(CALENDAR), momentWords(props, moment)],
  [icon("globe"), zoneWords(props, moment)],
];

const momentWords = (
  { locale, controller }: StepProps,
  { starts_at, ends_at }: Slot | Booking,
): TemplateResult => {
  const { zone } = controller.calendar;
  return html`<strong>${dateWords(dateInZone(starts_at, zone), "full", locale)}</strong
    ><br />${range(starts_at, ends_at, locale, zone)}`;
};

const range = (from: string, to: string, locale: string, zone: string): string =>
  `${clockLabel(from, locale, zone)} – ${clockLabel(to, locale, zone)}`;

/** Time zone of the time above, plus the company's local time if it differs. */
function zoneWords(
  { locale, controller, config }: StepProps,
  { starts_at, ends_at }: Slot | Booking,
) {
  const { zone } = controller.calendar;
  const own = `${zone.replaceAll("_", " ")} (${offset(starts_at, locale, zone)})`;
  const theirs = config.tenant.time_zone;
  if (!differ(starts_at, zone, theirs)) return own;
  const day = dateInZone(starts_at, theirs);
  const date = day === dateInZone(starts_at, zone) ? "" : `${dateWords(day, "short", locale)}, `;
  return html`${own}<br /><small
      ><bdi>${cityOf(theirs)}</bdi>: ${date}${range(starts_at, ends_at, locale, theirs)}</small
    >`;
}

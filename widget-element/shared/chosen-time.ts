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

/** A place is read in the company's time, a call in the visitor's. */
function leadZone({ store, state, config }: StepProps, moment: Slot | Booking): string {
  const location = "location" in moment ? moment.location : state.flow.bookable?.schedule?.location;
  const isPlace = !location || location.kind === "here" || location.kind === "address";
  return isPlace ? config.tenant.time_zone : store.calendar.zone;
}

const momentWords = (props: StepProps, moment: Slot | Booking): TemplateResult => {
  const { starts_at, ends_at } = moment;
  const { locale } = props;
  const zone = leadZone(props, moment);
  return html`<strong>${dateWords(dateInZone(starts_at, zone), "full", locale)}</strong
    ><br />${range(starts_at, ends_at, locale, zone)}`;
};

const range = (from: string, to: string, locale: string, zone: string): string =>
  `${clockLabel(from, locale, zone)} – ${clockLabel(to, locale, zone)}`;

/** Time zone of the time above, plus the time in the other zone if it differs. */
function zoneWords(props: StepProps, moment: Slot | Booking) {
  const { locale, store, config } = props;
  const { starts_at, ends_at } = moment;
  const zone = leadZone(props, moment);
  const own = `${zone.replaceAll("_", " ")} (${offset(starts_at, locale, zone)})`;
  const other = [config.tenant.time_zone, store.calendar.zone].find((each) =>
    differ(starts_at, each, zone),
  );
  if (!other) return own;
  const day = dateInZone(starts_at, other);
  const date = day === dateInZone(starts_at, zone) ? "" : `${dateWords(day, "short", locale)}, `;
  return html`${own}<br /><small
      ><bdi>${cityOf(other)}</bdi>: ${date}${range(starts_at, ends_at, locale, other)}</small
    >`;
}

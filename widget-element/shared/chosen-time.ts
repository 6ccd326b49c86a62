import { html, type TemplateResult } from "lit";
import { timeRange } from "../../app/lib/time-range";
import type { Booking, Slot } from "../wire";
import { cityOf, clock, clockFormat, clockLabel, dateInZone, dateWords, offset } from "./format";
import { drawing, icon } from "./parts";
import type { StepProps } from "./props";
import { differ, type Fact, leadZone } from "./summary";
import { fill } from "./texts";

const CALENDAR = "M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4";

/** The chosen time for the summary. */
export const momentFacts = (props: StepProps, moment: Slot | Booking): Fact[] => [
  [drawing(CALENDAR), momentWords(props, moment)],
  [icon("globe"), zoneWords(props, moment)],
];

/** The zone of the times, and of the small ones where the company's clock reads another time. */
export function timesZones({ store, t, locale, config }: StepProps, at: string): string {
  const { zone } = store.calendar;
  const theirs = config.tenant.time_zone;
  const words = (each: string) => `${cityOf(each)} (${offset(at, locale, each)})`;
  const own = `${t.zone_label}: ${words(zone)}`;
  return differ(at, zone, theirs) ? `${own} · ${fill(t.two_zones, { city: words(theirs) })}` : own;
}

/** Start and end as in emails, "3:00 – 4:00 PM"; each in full where the start occurs twice. */
export function clockRange(from: string, to: string, locale: string, zone: string): string {
  const start = clockLabel(from, locale, zone);
  return start === clock(from, locale, zone)
    ? timeRange(clockFormat(locale, zone), new Date(from), new Date(to))
    : `${start} – ${clockLabel(to, locale, zone)}`;
}

const momentWords = (props: StepProps, moment: Slot | Booking): TemplateResult => {
  const { starts_at, ends_at } = moment;
  const { locale } = props;
  const zone = leadZone(props, moment);
  return html`<strong>${dateWords(dateInZone(starts_at, zone), "full", locale)}</strong
    ><br />${clockRange(starts_at, ends_at, locale, zone)}`;
};

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
      ><bdi>${cityOf(other)}</bdi>: ${date}${clockRange(starts_at, ends_at, locale, other)}</small
    >`;
}

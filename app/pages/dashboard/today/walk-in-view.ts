import type { WalkIns, WalkInTime } from "~/domain/slots/walk-ins.sql.server";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import type { Calendar } from "~/ui/booking/booking-lines";
import { NOW } from "~/ui/new-booking/desk-state";

/** A first time for a guest at the desk. */
export interface WalkInOffer {
  resource_id: string;
  /** "Now with Sami until 16:40". */
  words: string;
  /** Fields of the new booking's form. */
  fields: Record<string, string>;
}

export interface WalkInView {
  /** Services as chips, the most booked ones. */
  services: WalkIns["services"];
  /** The others, in a menu. */
  more: WalkIns["services"];
  service: { id: string; name: string };
  /** The first one is preselected. */
  offers: WalkInOffer[];
  /** The resource that the URL chooses. */
  chosen: string | null;
  /** The guest's name. */
  name: string;
  /** Idempotency key of the form. */
  key: string;
}

const CHIPS = 5;

interface Known extends Pick<WalkInView, "name" | "key" | "chosen"> {
  calendar: Calendar;
}

/** null: the company has no service. */
export function walkInView(
  { services, service_id, times }: WalkIns,
  { calendar, ...known }: Known,
): WalkInView | null {
  const service = services.find(({ id }) => id === service_id);
  if (service === undefined) return null;
  // A chosen service of the menu gets a chip.
  const isChip = ({ id }: WalkInView["service"], index: number) =>
    index < CHIPS || id === service.id;
  return {
    services: services.filter(isChip),
    more: services.filter((each, index) => !isChip(each, index)),
    service,
    offers: times.map((time) => offerOf(time, service.id, calendar)),
    ...known,
  };
}

function offerOf(
  { resource_id, resource_name, slot_id, starts_at, ends_at }: WalkInTime,
  service: string,
  { locale, time_zone }: Calendar,
): WalkInOffer {
  const clock = clockFormat(locale, time_zone);
  const resource = isolate(resource_name);
  const until = clock.format(ends_at);
  const fields = { service, resource: resource_id };
  if (slot_id === null)
    return {
      resource_id,
      words: t("Now with {{resource}} until {{until}}", { resource, until }),
      fields: {
        ...fields,
        time: NOW,
        length: String((ends_at.getTime() - starts_at.getTime()) / 60_000),
      },
    };
  return {
    resource_id,
    words: t("{{time}} with {{resource}} until {{until}}", {
      time: clock.format(starts_at),
      resource,
      until,
    }),
    fields: { ...fields, time: slot_id },
  };
}

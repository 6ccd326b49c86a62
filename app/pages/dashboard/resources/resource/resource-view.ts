import type { ConnectedCalendar } from "~/contract/calendars";
import type { Block } from "~/contract/blocks";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { localDateOf, wallTimeOf } from "~/lib/time";
import { dayLabel, type Calendar } from "~/ui/booking/booking-lines";
import type { OutsideLines } from "~/ui/hours/outside-lines";
import type { FieldLimits } from "~/ui/form/field-limits";
import type { FormRefusal } from "~/ui/form/page-form";
import type { ServiceChoice } from "../services-choice";
import type { BookingConflicts } from "./resource-outcome";

/** A resource as its page shows it. */
export interface ResourceView {
  resource: {
    id: string;
    name: string;
    type: string;
    capacity: number;
    description: string;
    color: string | null;
    active: boolean;
  };
  seen: number;
  image: string | null;
  limits: Record<string, FieldLimits>;
  services: ServiceChoice[];
  /** Services it could be added to; empty without permission. */
  other_services: ServiceChoice[];
  hours: HoursView;
  time_off: TimeOffLine[];
  feed_id: string | null;
  calendars: {
    /** When they were loaded, epoch ms. */
    now: number;
    lines: ConnectedCalendar[];
  };
  today: string;
  may_edit: boolean;
  may_block: boolean;
}

export interface HoursView {
  /** Its own hours; null to follow its services. */
  now: { name: string; path: string; week: string; may_change: boolean } | null;
  choices: { value: string; label: string }[];
  stored: Record<string, unknown>;
}

export interface TimeOffLine {
  id: string;
  when: string;
  reason: string | null;
}

/** "Monday 4 January, 12:00 – 13:00"; whole days without times. */
export function timeOffLine(
  { id, starts_at, ends_at, reason }: Block,
  calendar: Calendar,
): TimeOffLine {
  const { locale, time_zone } = calendar;
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)];
  const isWhole = [start, end].every((at) => wallTimeOf(at, time_zone).endsWith(" 00:00"));
  const times = clockFormat(locale, time_zone);
  const day = (at: number) => dayLabel(localDateOf(at, time_zone), calendar);
  const [from, to] = [day(start), day(isWhole ? end - 1 : end)];
  if (isWhole)
    return {
      id,
      reason,
      when: from === to ? from : t("{{from}} – {{until}}", { from, until: to }),
    };
  const [begin, finish] = [times.format(start), times.format(end)];
  const when =
    from === to
      ? t("{{day}}, {{from}} – {{until}}", { day: from, from: begin, until: finish })
      : t("{{from_day}}, {{from}} – {{until_day}}, {{until}}", {
          from_day: from,
          from: begin,
          until_day: to,
          until: finish,
        });
  return { id, reason, when };
}

export interface ConflictsView {
  message: string;
  bookings: { id: string; name: string; when: string }[];
  others: number;
  offers: BookingConflicts["offers"];
}

export function describeConflicts(
  { message, bookings, total, offers }: BookingConflicts,
  times: Intl.DateTimeFormat,
): ConflictsView {
  return {
    message,
    offers,
    bookings: bookings.map(({ id, name, starts_at }) => ({
      id,
      name,
      when: times.format(starts_at),
    })),
    others: Math.max(total - bookings.length, 0),
  };
}

/** Response to a form of a resource's page: an error, or a secret displayed once. */
export interface ResourceAnswer {
  result?: FormRefusal;
  typed?: Record<string, unknown>;
  in_the_way?: ConflictsView;
  outside?: OutsideLines;
  conflict?: { now: Record<string, unknown>; seen: number };
  feed_url?: string;
}

export interface ResourcePageProps extends ResourceView {
  answer: ResourceAnswer | undefined;
}

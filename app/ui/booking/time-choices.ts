import type { AvailableSlot } from "~/contract/slots";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import { localDateOf } from "~/lib/time";
import { type Calendar, dateWords, dayLabel } from "./booking-lines";

/** A time offered as a button. */
export interface TimeChoice {
  slot_id: string;
  /** "Tomorrow · Friday 21 November" */
  day: string;
  time: string;
  /** Resource, service and price, as far as the choices differ. */
  more: string;
  /** The full text in one line. */
  description: string;
}

export interface Names {
  resources: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
  /** The service to omit because it is implied. */
  service?: string | null;
}

export type ChoiceSlot = AvailableSlot & { is_short_notice?: boolean };

/** Formats slots in their order; `services` adds each slot's service if they differ. */
export function timeChoices(
  slots: readonly ChoiceSlot[],
  names: Names,
  calendar: Calendar,
): TimeChoice[] {
  const { locale, time_zone } = calendar;
  const clock = clockFormat(locale, time_zone);
  const offered = new Set(slots.map(({ schedule_id }) => schedule_id));
  const tellsService =
    offered.size > 1 || (names.service !== undefined && !offered.has(names.service));
  // Cached per day: formatting the date is the most expensive part of a slot.
  const days = new Map<string, { day: string; date: string }>();
  const wordsOf = (date: string) => {
    const known = days.get(date);
    if (known !== undefined) return known;
    const words = { day: dayLabel(date, calendar), date: dateWords(date, calendar) };
    days.set(date, words);
    return words;
  };
  return slots.map((slot) => {
    const { day, date } = wordsOf(localDateOf(Date.parse(slot.starts_at), time_zone));
    const time = clock.format(new Date(slot.starts_at));
    const more = [
      names.resources.get(slot.resource_id) ?? "",
      tellsService ? (names.services.get(slot.schedule_id ?? "") ?? "") : "",
      slot.price_amount === null || slot.currency === null
        ? ""
        : formatMoney(slot.price_amount, slot.currency, locale),
      slot.capacity > 1
        ? t("{{free}} of {{capacity}} free", { free: slot.remaining, capacity: slot.capacity })
        : "",
      slot.is_short_notice === true ? t("short notice") : "",
    ];
    const details = more.filter(Boolean).join(" · ");
    return {
      slot_id: slot.id,
      day,
      time,
      more: details,
      description: [date, time, details].join(", "),
    };
  });
}

/** Groups choices by day. */
export function byDay(choices: readonly TimeChoice[]): { day: string; choices: TimeChoice[] }[] {
  const days: { day: string; choices: TimeChoice[] }[] = [];
  for (const choice of choices) {
    if (days.at(-1)?.day !== choice.day) days.push({ day: choice.day, choices: [] });
    days.at(-1)?.choices.push(choice);
  }
  return days;
}

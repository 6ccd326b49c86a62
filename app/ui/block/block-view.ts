import type { Conflicts } from "~/domain/blocks/conflicts";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import type { FormRefusal } from "../form/page-form";

/** Existing or new time off, as the form displays it. */
export interface BlockView {
  /** null for a new block. */
  id: string | null;
  values: BlockValues;
  resources: { id: string; name: string }[];
  /** null while the times are invalid. */
  in_the_way: Obstacles | null;
  time_zone: string;
  /** Without JavaScript: where to go after saving. */
  calendar: string;
}

export interface BlockValues {
  resource: string;
  day: string;
  from: string;
  until_day: string;
  until: string;
  reason: string;
  starts_at: string;
  ends_at: string;
}

/** Bookings and other time off in the time to be blocked. */
export interface Obstacles {
  lines: { text: string; href: string }[];
  /** How many more there are than `lines`. */
  more: number;
}

/** Response to a rejected form. */
export interface BlockRefusal {
  result?: FormRefusal;
}

export function obstaclesOf(
  { bookings, blocks, total }: Conflicts,
  { locale, time_zone }: { locale: string; time_zone: string },
): Obstacles {
  const clock = clockFormat(locale, time_zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });
  const when = (from: string, to: string) => clock.formatRange(new Date(from), new Date(to));
  const lines = [
    ...bookings.map((each) => ({
      text: `${isolate(each.customer_name)}, ${when(each.starts_at, each.ends_at)}`,
      href: `/dashboard/bookings/${each.id}`,
    })),
    ...blocks.map((each) => ({
      text: `${isolate(each.reason ?? t("Blocked time"))}, ${when(each.starts_at, each.ends_at)}`,
      href: `/dashboard/calendar/block?id=${each.id}`,
    })),
  ];
  return { lines, more: total - lines.length };
}

import type { FormRefusal } from "~/ui/form/page-form";
import type { OutsideLines } from "~/ui/hours/outside-lines";
import type { ResourceView } from "./load.server";
import type { BookingConflicts } from "./resource-outcome";

export type ConflictsView = ReturnType<typeof describeConflicts>;

export function describeConflicts(
  { message, bookings, total, offers }: BookingConflicts,
  times: Intl.DateTimeFormat,
) {
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
  conflict?: { now: Record<string, unknown>; seen: number };
  feed_url?: string;
  outside?: OutsideLines;
}

export interface ResourcePageProps extends ResourceView {
  answer: ResourceAnswer | undefined;
}

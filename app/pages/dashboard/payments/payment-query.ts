import { z } from "zod";
import { BookingFilter } from "~/contract/booking-filter";
import { LocalDate, PageQuery } from "~/contract/common";
import {
  MOVEMENT_STATUSES,
  type MovementFilter,
  type MovementStatus,
} from "~/domain/payments/movements";
import { addDays, startOfDay } from "~/lib/time";
import { readListQuery } from "~/ui/list-query";
import { METHODS } from "./movement-words";
import { ANY_MONTH } from "./paths";

const NAMES = ["month", "status", "method", "search", "cursor"] as const;

const isMonth = (text: string) => LocalDate.safeParse(`${text}-01`).success;

export const MonthField = z
  .string()
  .refine((text) => text === ANY_MONTH || isMonth(text))
  .optional();

export const PaymentsQuery = z.object({
  month: MonthField,
  // the keys of a record
  status: z.enum(Object.keys(MOVEMENT_STATUSES) as MovementStatus[]).optional(),
  method: z.enum(METHODS).optional(),
  search: BookingFilter.shape.search,
  cursor: PageQuery.shape.cursor,
});

export interface PaymentsRequest {
  given: Record<string, string>;
  problem: string | null;
  /** "2026-11"; null: any. The current one unless the address says otherwise. */
  month: string | null;
  /** The instants at which it begins and ends. */
  period: { from: Date; to: Date } | null;
  filter: Omit<MovementFilter, "limit">;
}

/** Parses the address of the payments page and of its export. */
export function readPaymentQuery(
  params: URLSearchParams,
  { today, time_zone }: { today: string; time_zone: string },
): PaymentsRequest {
  const { given, problem } = readListQuery(params, NAMES, PaymentsQuery);
  const { month: chosen, ...filter } = PaymentsQuery.parse(given);
  const { month, period } = monthOf(chosen, today, time_zone);
  return {
    given,
    problem,
    month,
    period,
    filter: { ...filter, from: period?.from ?? null, to: period?.to ?? null },
  };
}

/** The chosen month, the current one by default, and its instants; null for any month. */
export function monthOf(
  chosen: string | undefined,
  today: string,
  timeZone: string,
): Pick<PaymentsRequest, "month" | "period"> {
  if (chosen === ANY_MONTH) return { month: null, period: null };
  const month = chosen ?? today.slice(0, 7);
  return { month, period: periodOf(month, timeZone) };
}

function periodOf(month: string, timeZone: string): { from: Date; to: Date } {
  return {
    from: new Date(startOfDay(`${month}-01`, timeZone)),
    to: new Date(startOfDay(`${monthAfter(month, 1)}-01`, timeZone)),
  };
}

/** The month so many months later: "2026-12", 1 → "2027-01". */
export function monthAfter(month: string, count: number): string {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  const year = String(Math.floor(number / 12)).padStart(4, "0");
  return `${year}-${String((number % 12) + 1).padStart(2, "0")}`;
}

const MONTHS_OFFERED = 24;

/** The last two years, and the month shown if it is older. */
export function monthsToChoose(today: string, shown: string | null): string[] {
  const months = Array.from({ length: MONTHS_OFFERED }, (_, back) =>
    monthAfter(today.slice(0, 7), -back),
  );
  return shown === null || months.includes(shown) ? months : [...months, shown];
}

/** "November 2026". */
export const monthWords = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "long", year: "numeric" }).format(
    new Date(`${addDays(`${month}-01`, 14)}T00:00:00Z`),
  );

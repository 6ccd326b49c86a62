import { Currency } from "~/contract/common";
import { withoutCsvGuard } from "~/lib/csv";
import { addDays } from "~/lib/local-date";
import { checkRow, type ImportedDetails, type RowProblem } from "./check-row";
import type { BookingField, ColumnFields } from "./import-fields";
import { type DateOrder, type Instant, type Moment, readMoment, toInstant } from "./read-moment";
import { type EndState, readAmount, readDuration, readState, readYesNo } from "./read-values";

/** How the cells of a file are read. */
export interface Reading {
  order: DateOrder;
  time_zone: string;
  /** Of prices without one. */
  currency: string;
}

/** A row's booking as its cells say it, before the company's own names are found. */
export interface BookingCells {
  starts_at: string;
  /** null: as long as the service takes. */
  ends_at: string | null;
  service: string;
  resource: string;
  party_size: number;
  state: EndState;
  price_amount: number | null;
  /** null without a price. */
  currency: string | null;
  reference: string | null;
}

type Checked =
  { details: ImportedDetails; booking: BookingCells } | { problem: RowProblem; details?: never };

const FEWEST_MINUTES = 5;
const MAX_MINUTES = 1440;
const MAX_PARTY = 500;
const LONGEST_REFERENCE = 200;
const MAX_SHOWN = 120;

/** A row's guest by the rules of a new customer, and its booking; or its first problem. */
export function checkBookingRow(
  cells: readonly string[],
  fields: ColumnFields,
  reading: Reading,
): Checked {
  const guest = checkRow(cells, fields);
  const cell = (field: BookingField): string => {
    const own = cells.filter((text, index) => fields[index] === field && text.trim() !== "");
    return withoutCsvGuard(own[0] ?? "").trim();
  };
  const problem = (field: BookingField, reason: RowProblem["reason"]) => ({
    problem: { field, reason, value: cell(field).slice(0, MAX_SHOWN) },
  });

  const start = startOf(cell("start"), cell("date"), reading.order);
  const startField = cell("start") === "" && cell("date") !== "" ? "date" : "start";
  if (start === "missing") return problem(startField, "missing");
  if (start === null) return problem(startField, "invalid");
  const from = toInstant(start, reading.time_zone);
  if ("problem" in from) return problem(startField, from.problem);

  let ends_at: string | null = null;
  if (cell("end") !== "") {
    const to = endOf(cell("end"), start, from.at, reading);
    if (to === null) return problem("end", "invalid");
    if ("problem" in to) return problem("end", to.problem);
    ends_at = to.at;
  } else if (cell("duration") !== "") {
    const minutes = readDuration(cell("duration"));
    if (minutes === null) return problem("duration", "invalid");
    ends_at = new Date(Date.parse(from.at) + minutes * 60_000).toISOString();
  }
  const minutes = ends_at === null ? null : (Date.parse(ends_at) - Date.parse(from.at)) / 60_000;
  const isLength =
    minutes === null ||
    (Number.isInteger(minutes) && minutes >= FEWEST_MINUTES && minutes <= MAX_MINUTES);
  if (!isLength) return problem(cell("end") === "" ? "duration" : "end", "length");

  const party_size = cell("party_size") === "" ? 1 : Number(cell("party_size"));
  if (!Number.isInteger(party_size) || party_size < 1 || party_size > MAX_PARTY)
    return problem("party_size", "invalid");
  const state = readState(cell("status"));
  if (state === null) return problem("status", "invalid");
  const isCancelled = readYesNo(cell("cancelled"));
  if (isCancelled === null) return problem("cancelled", "invalid");
  const isNoShow = readYesNo(cell("no_show"));
  if (isNoShow === null) return problem("no_show", "invalid");

  const currency = cell("currency").toUpperCase() || reading.currency;
  if (!Currency.safeParse(currency).success) return problem("currency", "invalid");
  const price_amount = cell("price") === "" ? null : readAmount(cell("price"), currency);
  if (cell("price") !== "" && price_amount === null) return problem("price", "invalid");
  if (cell("reference").length > LONGEST_REFERENCE) return problem("reference", "too_long");
  if ("problem" in guest) return guest;
  return {
    details: guest.details,
    booking: {
      starts_at: from.at,
      ends_at,
      service: cell("service"),
      resource: cell("resource"),
      party_size,
      state: isCancelled ? "cancelled" : isNoShow ? "no_show" : state,
      price_amount,
      currency: price_amount === null ? null : currency,
      reference: cell("reference") || null,
    },
  };
}

/** The date and time of a start; a column of its own can have the date. */
function startOf(start: string, date: string, order: DateOrder): Moment | "missing" | null {
  if (start === "" && date === "") return "missing";
  const own = start === "" ? null : readMoment(start, order);
  if (start !== "" && own === null) return null;
  if (own?.date != null) return own.time === null ? null : own;
  const day = date === "" ? null : readMoment(date, order);
  if (day?.date == null) return null;
  return own === null ? (day.time === null ? null : day) : { ...own, date: day.date };
}

/** The end: a time alone is on the start's date, or on the next one if it is earlier. */
function endOf(
  cell: string,
  start: Moment,
  startsAt: string,
  { order, time_zone }: Reading,
): Instant | null {
  const end = readMoment(cell, order);
  if (end === null || end.time === null) return null;
  if (end.date !== null) return toInstant(end, time_zone);
  const offset = end.offset ?? start.offset;
  const date = start.date!; // startOf returns only moments with a date
  const same = toInstant({ date, time: end.time, offset }, time_zone);
  if (!("at" in same) || Date.parse(same.at) > Date.parse(startsAt)) return same;
  return toInstant({ date: addDays(date, 1), time: end.time, offset }, time_zone);
}

import { NewBookingSeries } from "~/contract/booking-inputs";
import { type BookingSeries, IfTaken } from "~/contract/booking-series";
import { LocalDate } from "~/contract/common";
import { ANYONE, type ChosenParty } from "~/contract/fields";
import { MAX_SERIES_DATES } from "~/contract/limits";
import type { UserActor } from "~/domain/identity/actor";
import { createSeries } from "~/domain/series/create-series.server";
import { AppError } from "~/lib/app-error";
import { localDateOf } from "~/lib/time";
import type { Calendar } from "~/ui/booking/booking-lines";
import { checkedDates } from "~/ui/booking/series-lines";
import {
  type DeskGuest,
  REPEAT_UNITS,
  type RepeatState,
  type RepeatWish,
  REPEATS,
} from "~/ui/new-booking/desk-state";
import { repeatOf } from "./repeat-rule";

export const NEVER: RepeatWish = readRepeat(new URLSearchParams());

/** How the page's query string says that the time repeats. */
export function readRepeat(query: URLSearchParams): RepeatWish {
  const number = (name: string, otherwise: number, least: number, most: number) =>
    Math.min(Math.max(Math.trunc(Number(query.get(name))) || otherwise, least), most);
  return {
    repeat: REPEATS.find((each) => each === query.get("repeat")) ?? "",
    interval: number("repeat_interval", 1, 1, 99),
    unit: REPEAT_UNITS.find((each) => each === query.get("repeat_unit")) ?? "week",
    count: number("repeat_count", 6, 2, MAX_SERIES_DATES),
    until: LocalDate.safeParse(query.get("repeat_until")).data ?? "",
    if_taken: IfTaken.safeParse(query.get("if_taken")).data ?? "skip",
  };
}

/** A time of the page that repeats. */
interface RepeatedTime {
  starts_at: string;
  resource_id: string;
  schedule_id: string | null;
  length: string;
  seats: number;
  party: ChosenParty | undefined;
  is_anyone: boolean;
}

/** The state of each date; `time` null: none is chosen that can repeat. */
export async function checkRepeat(
  actor: UserActor,
  wish: RepeatWish,
  time: RepeatedTime | null,
  guest: DeskGuest,
  calendar: Calendar,
): Promise<RepeatState> {
  const none = { ...wish, dates: [], problem: null };
  if (time === null || wish.repeat === "" || guest.kind === "none") return none;
  const date = localDateOf(Date.parse(time.starts_at), calendar.time_zone);
  const who =
    guest.kind === "known" ? { customer_id: guest.id } : { customer: { name: guest.name || "-" } };
  try {
    const input = NewBookingSeries.parse({
      ...who,
      resource_id: time.is_anyone ? ANYONE : time.resource_id,
      ...(time.schedule_id !== null && { schedule_id: time.schedule_id }),
      starts_at: time.starts_at,
      ...(time.length !== "" && { length_minutes: Number(time.length) }),
      ...(time.party === undefined ? { party_size: time.seats } : { party: time.party }),
      repeat: repeatOf(wish, date),
      dry_run: true,
    });
    const checked: BookingSeries = await createSeries(actor, input);
    return { ...wish, dates: checkedDates(checked.dates, calendar), problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...none, problem: error.extra.issues?.[0]?.message ?? error.message };
  }
}

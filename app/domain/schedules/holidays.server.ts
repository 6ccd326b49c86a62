import HolidayCalendar from "date-holidays";
import type { HolidayQuery, Holidays } from "~/contract/hours";
import { invalidField } from "~/lib/app-error";
import { prisma } from "~/lib/db.server";
import { dateOf } from "../hours/hours-row";
import type { StaffActor } from "../identity/actor";

const countries = () => new HolidayCalendar().getCountries("en");

/** Countries with known holidays, ISO 3166-1, with their English names. */
export const holidayCountries = (): Record<string, string> => countries();

/** The regions of a country with regional holidays, by their code without the country's. */
export const holidayRegions = (country: string): Record<string, string> =>
  new HolidayCalendar().getStates(country, "en") ?? {};

/**
 * The public holidays of a year by date, in the country's own language: days off by law (type
 * "public" of the date-holidays package). Throws validation_failed for an unknown country or
 * region.
 */
export async function listHolidays(
  { tenant }: StaffActor,
  { country, region, year }: HolidayQuery,
): Promise<Holidays> {
  if (!(country in holidayCountries()))
    throw invalidField("country", "Holidays of this country are not known.", "unknown");
  if (region !== undefined && !(region in holidayRegions(country)))
    throw invalidField("region", "This country has no such region.", "unknown");
  const calendar =
    region === undefined ? new HolidayCalendar(country) : new HolidayCalendar(country, region);
  const found = calendar.getHolidays(year).filter(({ type }) => type === "public");
  const named = new Map(found.map(({ date, name }) => [date.slice(0, 10), name]));
  const closed = await prisma.closedDay.findMany({
    where: { tenant_id: tenant.id, date: { in: [...named.keys()].map((date) => new Date(date)) } },
    select: { date: true },
  });
  const isClosed = new Set(closed.map(({ date }) => dateOf(date)));
  return {
    holidays: [...named].map(([date, name]) => ({ date, name, closed: isClosed.has(date) })),
  };
}

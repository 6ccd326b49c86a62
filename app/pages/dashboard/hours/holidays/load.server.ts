import { HolidayQuery } from "~/contract/hours";
import type { UserActor } from "~/domain/identity/actor";
import { holidayCountries, holidayRegions, listHolidays } from "~/domain/schedules/holidays.server";
import { calendarOf } from "~/http/page-calendar.server";
import { countryOfZone } from "~/i18n/zones";
import { dateWords } from "~/ui/booking/booking-lines";

export type HolidaysView = Awaited<ReturnType<typeof loadHolidays>>;

/** Number of years offered, starting with this one. */
const YEARS = 3;
const USUAL_COUNTRY = "NL";

/**
 * Upcoming holidays of a country, region and year; missing or invalid parameters default to the
 * company's time zone and today.
 */
export async function loadHolidays(actor: UserActor, params: URLSearchParams) {
  const calendar = calendarOf(actor);
  const countries = await holidayCountries(actor);
  const thisYear = Number(calendar.today.slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, index) => thisYear + index);
  const given = params.get("country") ?? "";
  const country = Object.hasOwn(countries, given)
    ? given
    : (countryOfZone(calendar.time_zone, Object.keys(countries)) ?? USUAL_COUNTRY);
  const regions = await holidayRegions(actor, country);
  const region = params.get("region") ?? "";
  const year = years.find((each) => String(each) === params.get("year")) ?? thisYear;
  const query = HolidayQuery.parse({
    country,
    region: Object.hasOwn(regions, region) ? region : undefined,
    year,
  });
  const { data: holidays } = await listHolidays(actor, query);
  const names = new Intl.DisplayNames(calendar.locale, { type: "region", fallback: "none" });
  return {
    query: { country, region: query.region ?? "", year: String(year) },
    countries: byName(
      Object.entries(countries).map(([value, name]) => ({ value, label: names.of(value) ?? name })),
    ),
    regions: byName(Object.entries(regions).map(([value, label]) => ({ value, label }))),
    years: years.map(String),
    holidays: holidays
      .filter(({ date }) => date >= calendar.today)
      .map(({ date, name, closed }) => ({ date, name, closed, when: dateWords(date, calendar) })),
  };
}

const byName = (choices: { value: string; label: string }[]) =>
  choices.sort((a, b) => a.label.localeCompare(b.label));

import { HolidayQuery } from "~/contract/hours";
import type { UserActor } from "~/domain/identity/actor";
import { holidayCountries, holidayRegions, listHolidays } from "~/domain/schedules/holidays.server";
import { calendarOf } from "~/http/page-calendar.server";
import { dateWords } from "~/ui/booking/booking-lines";
import { countryOfZone } from "~/ui/form/guess-place";

export type HolidaysView = Awaited<ReturnType<typeof loadHolidays>>;

/** How many years can be chosen, from this one on. */
const YEARS = 3;
const USUAL_COUNTRY = "NL";

/** The holidays ahead of a country, region and year; what the address does not name, or cannot, is that of the company's time zone and today. */
export async function loadHolidays(actor: UserActor, params: URLSearchParams) {
  const calendar = calendarOf(actor);
  const countries = holidayCountries();
  const thisYear = Number(calendar.today.slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, index) => thisYear + index);
  const given = params.get("country") ?? "";
  const country =
    given in countries
      ? given
      : (countryOfZone(calendar.time_zone, Object.keys(countries)) ?? USUAL_COUNTRY);
  const regions = holidayRegions(country);
  const region = params.get("region") ?? "";
  const year = years.find((each) => String(each) === params.get("year")) ?? thisYear;
  const asked = HolidayQuery.parse({ country, ...(region in regions && { region }), year });
  const { holidays } = await listHolidays(actor, asked);
  const names = new Intl.DisplayNames(calendar.locale, { type: "region", fallback: "none" });
  return {
    asked: { country, region: asked.region ?? "", year: String(year) },
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

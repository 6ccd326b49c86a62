// Computes public holidays in a separate process (limited-process.server.ts): loading their data
// takes half a second and some countries take 200 ms of CPU a year, during which web would stand
// still.
import HolidayCalendar from "date-holidays";

function countries() {
  return new HolidayCalendar().getCountries("en");
}

function regions({ country }) {
  return new HolidayCalendar().getStates(country, "en") ?? {};
}

/** Names by date, of days off by law (type "public" of the date-holidays package). */
function holidays({ country, region, year }) {
  const calendar =
    region === undefined ? new HolidayCalendar(country) : new HolidayCalendar(country, region);
  const found = calendar.getHolidays(year).filter(({ type }) => type === "public");
  return Object.fromEntries(found.map(({ date, name }) => [date.slice(0, 10), name]));
}

const answers = { countries, regions, holidays };
process.on("message", (task) => process.send(answers[task.kind](task)));
process.send("ready");

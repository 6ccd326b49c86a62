import type { ScheduleCourse } from "~/contract/course";
import { addressOf } from "./booking-page-choice";
import type { BookableService } from "./choice";
import type { BookingPageTimes } from "./booking-page-times";
import { formatMoney } from "~/lib/money";
import { timeOf, zoneName } from "~/domain/bookings/read/booking-time";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import { type Note, Notice } from "~/ui/guest-page/guest-layout";
import { type BookFrame, BookLayout } from "./book-layout";
import { bookTexts, whichOf } from "./book-language";
import { CourseCard } from "./course-card";
import { isCourseOnly } from "./course-choice";
import { NextFree } from "./next-free";
import { dayName, dayNumber, durationName, monthsName, weekdayNames } from "./book-words";
import { AboutService } from "./service-list";
import { Timetable } from "./timetable";
import { isVisit } from "./visit-parts";
import { VisitServices } from "./visit-fields";

interface TimeProps {
  frame: BookFrame;
  service: BookableService;
  times: BookingPageTimes;
  /** Its course, which can be booked in place of a single time; null: none. */
  course: ScheduleCourse | null;
  /** Whether there are other services to choose. */
  may_change: boolean;
  /** Whether another service can be added to it. */
  may_add: boolean;
  note: Note | null;
}

/** Step 2: four weeks of days, and the selected day's times. */
export function TimeChoice(props: TimeProps) {
  const { frame, service, times, course, may_change, may_add, note } = props;
  const { locale, choice } = frame;
  const t = bookTexts(locale);
  return (
    <BookLayout frame={frame}>
      <Notice note={note} />
      {isVisit(choice) ? (
        <VisitServices frame={frame} service={service} />
      ) : (
        <div className="chosen">
          <AboutService locale={locale} service={service} />
          {may_change && (
            <a
              href={addressOf(choice, {
                service: null,
                resource: null,
                length: null,
                people: 1,
                from: null,
                date: null,
                time: null,
              })}
            >
              {t.change}
            </a>
          )}
        </div>
      )}
      {may_add && (
        <p className="add">
          <a className="button" href={addressOf(choice, { ...UNTIMED, add: 1 })}>
            + {t.add_service}
          </a>
        </p>
      )}
      {isVisit(choice) ? null : isCourseOnly(service) ? (
        <People frame={frame} service={service} />
      ) : (
        <Wishes frame={frame} service={service} />
      )}
      {course !== null && <CourseCard frame={frame} course={course} />}
      {isCourseOnly(service) ? null : times.timetable === null ? (
        <>
          <h2>{t.choose_day}</h2>
          <Calendar frame={frame} times={times} />
          <Times frame={frame} times={times} />
        </>
      ) : (
        <Timetable frame={frame} services={[service]} week={times.timetable} />
      )}
    </BookLayout>
  );
}

/** Another visit has other times. */
const UNTIMED = { date: null, time: null, from: null };

/** Length, resource and party size, if there is a choice. */
function Wishes({ frame, service }: { frame: BookFrame; service: BookableService }) {
  const { locale, choice } = frame;
  const t = bookTexts(locale);
  const wishes = [{ id: null, name: t.any_resource }, ...choice.resources];
  return (
    <>
      {choice.longer.length > 0 && <Lengths frame={frame} service={service} />}
      {choice.resources.length > 1 && (
        <nav aria-label={whichOf(choice, locale)}>
          <p className="mb-2 semibold">{whichOf(choice, locale)}</p>
          <ul className="chips plain">
            {wishes.map(({ id, name }) => (
              <li key={name}>
                <a
                  className="chip"
                  href={addressOf(choice, { resource: id, time: null })}
                  aria-current={(choice.resource?.id ?? null) === id ? "true" : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <People frame={frame} service={service} />
    </>
  );
}

/** Party size, if there is a choice. */
function People({
  frame: { locale, choice },
  service,
}: {
  frame: BookFrame;
  service: BookableService;
}) {
  const people = manageTexts(locale).people;
  return (
    <>
      {choice.most_people > 1 && (
        <form method="get" className="flex flex-wrap gap-2.5 items-end mb-5">
          <input type="hidden" name="service" value={service.id} />
          {choice.resource && <input type="hidden" name="resource" value={choice.resource.id} />}
          {choice.length && <input type="hidden" name="length_minutes" value={choice.length} />}
          {choice.date && <input type="hidden" name="date" value={choice.date} />}
          {choice.link && <input type="hidden" name="link" value={choice.link} />}
          {choice.lang && <input type="hidden" name="lang" value={choice.lang} />}
          <div>
            <label className="field" htmlFor="people">
              {people}
            </label>
            <input
              className="control"
              id="people"
              name="people"
              type="number"
              min={1}
              max={choice.most_people}
              defaultValue={choice.party_size}
            />
          </div>
          <button className="button" type="submit">
            {bookTexts(locale).update}
          </button>
        </form>
      )}
    </>
  );
}

/** Length, default first. */
function Lengths({
  frame: { locale, choice },
  service,
}: {
  frame: BookFrame;
  service: BookableService;
}) {
  const t = bookTexts(locale);
  const own = service.resource_terms.find(({ resource_id }) => resource_id === choice.resource?.id);
  const usual = (own ?? service).duration_minutes;
  return (
    <nav aria-label={t.length}>
      <p className="mb-2 semibold">{t.length}</p>
      <ul className="chips plain">
        {[null, ...choice.longer].map((minutes) => (
          <li key={minutes}>
            <a
              className="chip"
              href={addressOf(choice, { length: minutes, time: null })}
              aria-current={choice.length === minutes ? "true" : undefined}
            >
              {durationName(minutes ?? usual, locale)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Calendar({ frame, times }: { frame: BookFrame; times: BookingPageTimes }) {
  const { locale, choice } = frame;
  const t = bookTexts(locale);
  const days = times.weeks.flat();
  const isEmpty = !days.some(({ is_open }) => is_open);
  const [first, last] = [days[0]!.date, days.at(-1)!.date]; // always four weeks
  const pages = { date: null, time: null };
  return (
    <>
      <table className="days-of">
        <caption>{monthsName(first, last, locale)}</caption>
        <thead>
          <tr>
            {weekdayNames(
              times.weeks[0]!.map(({ date }) => date),
              locale,
            ).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.weeks.map((week) => (
            <tr key={week[0]!.date}>
              {week.map(({ date, is_open, is_full }) => (
                <td key={date}>
                  {is_open || is_full ? (
                    <a
                      href={`${addressOf(choice, { date, time: null })}#times`}
                      className={is_full ? "full" : undefined}
                      aria-label={
                        is_full
                          ? fill(t.day_full, { day: dayName(date, locale) })
                          : dayName(date, locale)
                      }
                      aria-current={date === choice.date ? "date" : undefined}
                    >
                      {dayNumber(date, locale)}
                    </a>
                  ) : (
                    <span>{dayNumber(date, locale)}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isEmpty && <p>{t.no_times}</p>}
      <nav className="days" aria-label={t.choose_day}>
        {times.earlier === null ? (
          <span />
        ) : (
          <a href={addressOf(choice, { ...pages, from: times.earlier })}>{t.earlier}</a>
        )}
        {times.later !== null && (
          <a href={addressOf(choice, { ...pages, from: times.later })}>{t.later}</a>
        )}
      </nav>
    </>
  );
}

function Times({ frame, times }: { frame: BookFrame; times: BookingPageTimes }) {
  const { locale, choice } = frame;
  const t = bookTexts(locale);
  const { date } = choice;
  if (date === null || times.times.length === 0)
    return (
      <section id="times">
        {date !== null && <p>{t.no_times_day}</p>}
        <NextFree frame={frame} times={times} />
        <FullTimes frame={frame} times={times} />
      </section>
    );
  return (
    <section id="times" aria-labelledby="times-title">
      <h3 id="times-title">{fill(t.times_on, { day: dayName(date, locale) })}</h3>
      <ul className="times plain">
        {times.times.map(({ starts_at, price_amount, currency }) => (
          <li key={starts_at}>
            <a href={addressOf(choice, { time: starts_at })}>
              {timeOf(new Date(starts_at), { locale, time_zone: times.time_zone })}
              {times.has_prices && price_amount !== null && currency !== null && (
                <span className="price">{formatMoney(price_amount, currency, locale)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <p className="muted small">
        {fill(manageTexts(locale).times_in, {
          zone: zoneName(new Date(times.times[0]!.starts_at), {
            locale,
            time_zone: times.time_zone,
          }),
        })}
      </p>
      <FullTimes frame={frame} times={times} />
    </section>
  );
}

/** Full times of the day; each links to its waiting list. */
function FullTimes({
  frame: { locale, choice },
  times: { full, time_zone },
}: {
  frame: BookFrame;
  times: BookingPageTimes;
}) {
  const t = bookTexts(locale);
  if (full.length === 0) return null;
  return (
    <>
      <h3>{t.full_times}</h3>
      <ul className="times plain">
        {full.map(({ starts_at }) => {
          const time = timeOf(new Date(starts_at), { locale, time_zone });
          return (
            <li key={starts_at}>
              <a
                className="full"
                href={addressOf(choice, { time: starts_at, wait: 1 })}
                aria-label={fill(t.wait_for, { time })}
              >
                {time}
              </a>
            </li>
          );
        })}
      </ul>
    </>
  );
}

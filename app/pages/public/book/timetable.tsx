import { startOf, timeOf, zoneName } from "~/domain/bookings/read/booking-time";
import { formatMoney } from "~/lib/money";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import type { BookFrame } from "./book-layout";
import { bookTexts } from "./book-language";
import { addressOf, type BookableService } from "./booking-page-choice";
import type { BookingPageTimes, ClassDay } from "./booking-page-times";
import { dayName, durationName, shortDay, spanName } from "./book-words";
import { NextFree } from "./next-free";

interface TimetableProps {
  frame: BookFrame;
  service: BookableService;
  times: BookingPageTimes;
  week: ClassDay[];
}

/** A week of classes: seven columns, or a list of days where there is less space. */
export function Timetable({ frame, service, times, week }: TimetableProps) {
  const { locale, choice } = frame;
  const t = bookTexts(locale);
  const [first, last] = [week[0]!.date, week.at(-1)!.date]; // seven days
  const at = week.flatMap(({ classes }) => classes)[0]?.starts_at;
  const weekOf = (date: string) => addressOf(choice, { from: null, date, time: null });
  return (
    <section id="times">
      <h2>{t.choose_class}</h2>
      <nav className="days" aria-label={t.choose_class}>
        {times.week_before === null ? (
          <span />
        ) : (
          <a href={weekOf(times.week_before)}>{t.week_earlier}</a>
        )}
        <span>{spanName(first, last, locale)}</span>
        {times.week_after === null ? (
          <span />
        ) : (
          <a href={weekOf(times.week_after)}>{t.week_later}</a>
        )}
      </nav>
      <div className="timetable">
        {week.map(({ date, classes }) => (
          <section key={date} className={classes.length === 0 ? "none" : undefined}>
            <h3
              aria-label={dayName(date, locale)}
              aria-current={date === times.today ? "date" : undefined}
            >
              {shortDay(date, locale)}
            </h3>
            <ul>
              {classes.map((one) => (
                <li key={one.starts_at}>
                  <Class frame={frame} service={service} one={one} date={date} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {at === undefined ? (
        <>
          <p>{t.no_times_week}</p>
          <NextFree frame={frame} times={times} />
        </>
      ) : (
        <p className="muted small">
          {fill(manageTexts(locale).times_in, {
            zone: zoneName(new Date(at), { locale, time_zone: times.time_zone }),
          })}
        </p>
      )}
    </section>
  );
}

/** Fewer places left than this are pointed out. */
const FEW = 3;

/** A class: "18:30 Vinyasa · 60 min · 9 of 12 left · £18 · Book". */
function Class({
  frame: { locale, choice },
  service,
  one,
  date,
}: Pick<TimetableProps, "frame" | "service"> & { one: ClassDay["classes"][number]; date: string }) {
  const t = bookTexts(locale);
  const { starts_at, ends_at, capacity, remaining, price_amount, currency, is_full } = one;
  const reading = { locale, time_zone: service.time_zone };
  const number = new Intl.NumberFormat(locale);
  const minutes = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
  const resource = choice.resources.find(({ id }) => id === one.resource_id);
  const who = choice.resources.length > 1 && choice.resource !== null ? resource?.name : null;
  const left = fill(t.places_of, {
    count: number.format(remaining),
    total: number.format(capacity),
  });
  return (
    <a
      className={is_full ? "class full" : "class"}
      href={addressOf(choice, { date, time: starts_at, ...(is_full && { wait: 1 }) })}
      aria-label={
        is_full ? fill(t.wait_for, { time: startOf(new Date(starts_at), reading) }) : undefined
      }
    >
      <b>{timeOf(new Date(starts_at), reading)}</b>{" "}
      <span className="class-name">
        <bdi>{service.name}</bdi>{" "}
        <small>{[durationName(minutes, locale, "short"), who].filter(Boolean).join(" · ")}</small>
      </span>{" "}
      <span className={remaining <= FEW ? "class-left few" : "class-left"}>
        {is_full ? t.class_full : left}
      </span>{" "}
      {!is_full && price_amount !== null && currency !== null && (
        <span className="class-price">{formatMoney(price_amount, currency, locale)} </span>
      )}
      <span className="class-book">{is_full ? t.class_wait : t.class_book}</span>
    </a>
  );
}

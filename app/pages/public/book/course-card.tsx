import type { ScheduleCourse } from "~/contract/course";
import { startOf } from "~/domain/bookings/read/booking-time";
import { textsOf } from "~/domain/email/texts";
import { formatMoney } from "~/lib/money";
import { localDateOf } from "~/lib/time";
import { fill } from "~/ui/guest-page/manage-language";
import type { BookFrame } from "./book-layout";
import { bookTexts } from "./book-language";
import { spanName } from "./book-words";
import { addressOf } from "./booking-page-choice";
import { datesAhead } from "./course-choice";

interface CourseProps {
  frame: BookFrame;
  course: ScheduleCourse;
}

/** The course of the chosen service: "8 dates · 7 Jan – 25 Feb · €120 · Places left: 3". */
export function CourseCard({ frame: { locale, choice }, course }: CourseProps) {
  const t = bookTexts(locale);
  const { bookable, name } = course;
  return (
    <section className="course">
      <h2>{name}</h2>
      <p>{courseFacts(course, locale)}</p>
      <CourseDates course={course} locale={locale} />
      {bookable ? (
        <p>
          <a
            className="button main"
            href={addressOf(choice, { course: 1, date: null, time: null })}
          >
            {t.book_course}
          </a>
        </p>
      ) : (
        <p className="muted">{refusalOf(course, locale)}</p>
      )}
    </section>
  );
}

/** What a form books, with a link back. */
export function ChosenCourse({ frame: { locale, choice }, course }: CourseProps) {
  const t = bookTexts(locale);
  return (
    <>
      <div className="chosen">
        <p>
          <b>{course.name}</b>
          <br />
          <span className="muted">{courseFacts(course, locale)}</span>
        </p>
        <a href={addressOf(choice, { course: null })}>{t.change}</a>
      </div>
      <CourseDates course={course} locale={locale} />
    </>
  );
}

function CourseDates({ course, locale }: { course: ScheduleCourse; locale: string }) {
  const { time_zone } = course;
  return (
    <ol className="plain dates">
      {datesAhead(course).map(({ no, starts_at, reason }) => {
        const at = startOf(new Date(starts_at), { locale, time_zone });
        return (
          <li key={no}>
            {reason === null ? <span>{at}</span> : <s className="muted">{at}</s>}
            {reason !== null && (
              <span className="muted">{bookTexts(locale).course_date_taken}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function courseFacts(course: ScheduleCourse, locale: string): string {
  const t = bookTexts(locale);
  const { time_zone, price_amount: amount, currency, bookable, remaining } = course;
  const ahead = datesAhead(course);
  const [first, last] = [ahead[0], ahead.at(-1)].map(
    (date) => date && localDateOf(Date.parse(date.starts_at), time_zone),
  );
  const count = new Intl.NumberFormat(locale);
  const price =
    amount === 0 ? textsOf(locale).free : amount && formatMoney(amount, currency ?? "EUR", locale);
  return [
    fill(t.course_dates, { count: count.format(ahead.length) }),
    first && last && spanName(first, last, locale),
    bookable && price,
    bookable && fill(t.course_left, { count: count.format(remaining) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

function refusalOf({ reason, dates }: ScheduleCourse, locale: string): string {
  const t = bookTexts(locale);
  if (reason === "begun" || reason === "over") return t.course_begun;
  const isFull = dates.some((date) => date.reason === "full" || date.reason === "held");
  return reason === "taken" && isFull ? t.course_full : t.course_closed;
}

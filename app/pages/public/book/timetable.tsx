import type { WidgetConfig } from "~/contract/widget";
import { startOf, timeOf, zoneName } from "~/domain/bookings/read/booking-time";
import { localeOf } from "~/i18n/locales";
import { formatMoney } from "~/lib/money";
import { localDateOf } from "~/lib/time";
import { type Note, Notice } from "~/ui/guest-page/guest-layout";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import { type BookFrame, BookLayout } from "./book-layout";
import { bookTexts, whichOf } from "./book-language";
import { addressOf } from "./booking-page-choice";
import type { BookableService } from "./choice";
import type { ClassDay, ClassWeek } from "./booking-page-times";
import { dayName, durationName, shortDay, spanName } from "./book-words";
import { NextFree } from "./next-free";
import { AboutService, Categories } from "./service-list";

interface ClassChoiceProps {
  frame: BookFrame;
  config: WidgetConfig;
  week: ClassWeek;
  note: Note | null;
}

/** The first step of a company of classes: a week of all of them, and its other services. */
export function ClassChoice({ frame, config, week, note }: ClassChoiceProps) {
  const { locale, choice } = frame;
  const others = config.schedules.filter(
    (one) => !choice.classes.includes(one) || one.course !== undefined,
  );
  const own = config.texts[localeOf(locale)];
  return (
    <BookLayout frame={frame}>
      <Notice note={note} />
      <h2>{own?.title ?? bookTexts(locale).which.class}</h2>
      {own?.intro !== undefined && <p>{own.intro}</p>}
      <ClassFilters frame={frame} />
      {choice.only !== null && (
        <div className="chosen">
          <AboutService locale={locale} service={choice.only} />
        </div>
      )}
      <Timetable frame={frame} services={choice.classes} week={week} />
      {others.length > 0 && choice.only === null && (
        <>
          <h2>{bookTexts(locale).other_services}</h2>
          <Categories frame={frame} services={others} />
        </>
      )}
    </BookLayout>
  );
}

/** All classes or one, and with whom. */
function ClassFilters({ frame: { locale, choice } }: { frame: BookFrame }) {
  const t = bookTexts(locale);
  const { classes, only, resource, resources } = choice;
  const shown = only === null ? classes : [only];
  const which = whichOf(choice, locale);
  // A class on a resource of its own, or named like it, is already chosen by its name.
  const hasChoice =
    which !== t.which.class &&
    resources.length > 1 &&
    (resources.length < shown.length || shown.some(({ resource_ids }) => resource_ids.length > 1));
  const isOffered = ({ resource_ids }: BookableService) =>
    resource === null || resource_ids.includes(resource.id);
  return (
    <>
      <nav aria-label={t.which.class}>
        <ul className="chips plain">
          <li>
            <a
              className="chip"
              href={addressOf(choice, { class: null })}
              aria-current={only === null ? "true" : undefined}
            >
              {t.all_classes}
            </a>
          </li>
          {classes.map((one) => (
            <li key={one.id}>
              <a
                className="chip"
                href={addressOf(choice, {
                  class: one.id,
                  ...(!isOffered(one) && { resource: null }),
                })}
                aria-current={only?.id === one.id ? "true" : undefined}
              >
                {one.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {(hasChoice || resource !== null) && (
        <details className="mb-5">
          <summary className="mb-3 cursor-pointer">
            {which} <b>{resource?.name ?? t.any_resource}</b>
          </summary>
          <ul className="chips plain">
            {[null, ...resources].map((one) => (
              <li key={one?.id ?? "any"}>
                <a
                  className="chip"
                  href={addressOf(choice, { resource: one?.id ?? null })}
                  aria-current={resource?.id === one?.id ? "true" : undefined}
                >
                  {one?.name ?? t.any_resource}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface TimetableProps {
  frame: BookFrame;
  services: readonly BookableService[];
  week: ClassWeek;
}

/** A week of classes: seven columns, or a list of days where there is less space. */
export function Timetable({ frame, services, week }: TimetableProps) {
  const { locale, choice } = frame;
  const t = bookTexts(locale);
  const { days, before, after, today, time_zone } = week;
  const [first, last] = [days[0]!.date, days.at(-1)!.date]; // seven days
  const at = days.flatMap(({ classes }) => classes)[0]?.starts_at;
  const weekOf = (date: string) => addressOf(choice, { from: null, date, time: null });
  return (
    <section id="times">
      {choice.service !== null && <h2>{t.choose_class}</h2>}
      <nav className="days" aria-label={t.choose_class}>
        {before === null ? <span /> : <a href={weekOf(before)}>{t.week_earlier}</a>}
        <span>{spanName(first, last, locale)}</span>
        {after === null ? <span /> : <a href={weekOf(after)}>{t.week_later}</a>}
      </nav>
      <div className="timetable">
        {days.map(({ date, classes }) => (
          <section key={date} className={classes.length === 0 ? "none" : undefined}>
            <h3
              aria-label={dayName(date, locale)}
              aria-current={date === today ? "date" : undefined}
            >
              {shortDay(date, locale)}
            </h3>
            <ul className="plain grid gap-2">
              {classes.map((one) => (
                <li key={`${one.schedule_id} ${one.starts_at}`}>
                  <Class frame={frame} services={services} one={one} time_zone={time_zone} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {at === undefined ? (
        <>
          <p>{t.no_times_week}</p>
          <NextFree frame={frame} times={week} />
        </>
      ) : (
        <p className="muted small">
          {fill(manageTexts(locale).times_in, {
            zone: zoneName(new Date(at), { locale, time_zone }),
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
  services,
  one,
  time_zone,
}: Pick<TimetableProps, "frame" | "services"> & {
  one: ClassDay["classes"][number];
  time_zone: string;
}) {
  const t = bookTexts(locale);
  const { starts_at, ends_at, capacity, remaining, price_amount, currency, is_full } = one;
  const service = services.find(({ id }) => id === one.schedule_id) ?? services[0]!; // at least one
  const number = new Intl.NumberFormat(locale);
  const minutes = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
  const left = fill(t.places_of, {
    count: number.format(remaining),
    total: number.format(capacity),
  });
  const reading = { locale, time_zone };
  const wait = fill(t.wait_for, { time: startOf(new Date(starts_at), reading) });
  return (
    <a
      className={is_full ? "class full" : "class"}
      href={addressOf(choice, {
        service: service.id,
        class: null,
        date: localDateOf(Date.parse(starts_at), service.time_zone),
        time: starts_at,
        ...(is_full && { wait: 1 }),
      })}
      aria-label={is_full ? `${service.name}, ${wait}` : undefined}
    >
      <b>{timeOf(new Date(starts_at), reading)}</b>{" "}
      <span className="class-name">
        <bdi>{service.name}</bdi>{" "}
        <small>
          {[durationName(minutes, locale, "short"), hostOf(choice, service, one.resource_id)]
            .filter(Boolean)
            .join(" · ")}
        </small>
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

/** The chosen resource among several, or the only person who gives a class; null for none. */
function hostOf(
  { resource, resources }: BookFrame["choice"],
  service: BookableService,
  resourceId: string,
): string | null {
  if (resource !== null && resources.length > 1) return resource.name;
  const only = resources.find(({ id }) => id === resourceId);
  const isPerson = only?.type === "person" && service.resource_ids.length === 1;
  return isPerson && resources.length > 1 ? only.name : null;
}

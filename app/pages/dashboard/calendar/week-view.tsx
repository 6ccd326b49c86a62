import { Link } from "@remix-run/react";
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from "react";
import { plural, t } from "~/i18n/text";
import { BookingLink } from "~/ui/booking/booking-link";
import { Icon } from "~/ui/icon";
import { DrawerLink } from "~/ui/layout/drawer-link";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { Avatar } from "./avatar";
import { useOneTabStop } from "./use-one-tab-stop";
import type { PeopleWeek, WeekCell, WeekEntry, WeekPerson } from "./week-model";
import styles from "./week-view.module.css";

interface WeekViewProps {
  week: PeopleWeek;
  mayEdit: boolean;
}

/** A week of several people: who is booked when, and where there is room. */
export function WeekView({ week, mayEdit }: WeekViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tabStop = useOneTabStop(frame, week);
  const first = week.days[0]?.date;
  // On a phone the days scroll: today comes first.
  useEffect(() => {
    if (!frame.current || frame.current.scrollWidth <= frame.current.clientWidth) return;
    frame.current
      .querySelector("thead [aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "start" });
  }, [first]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (focusNext(frame.current, document.activeElement, event.key)) event.preventDefault();
  };
  return (
    <div ref={frame} className={styles.frame} onKeyDown={onKeyDown} onFocus={tabStop.onFocus}>
      <p id="week-keys" className="hidden-text">
        {t("Arrow keys walk through the times, Enter opens.")}
      </p>
      <table className={styles.week} aria-describedby="week-keys">
        <caption className="hidden-text">{t("Week by person")}</caption>
        <thead>
          <tr>
            <td />
            {week.days.map(({ date, title, label, href, is_today, closed }) => (
              <th key={date} scope="col">
                <Link
                  to={href}
                  data-place={date}
                  aria-label={[label, closed].filter(Boolean).join(", ")}
                  aria-current={is_today ? "date" : undefined}
                >
                  {is_today ? t("{{day}} · today", { day: title }) : title}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.people.map((person) => (
            <tr key={person.id}>
              <PersonHead person={person} />
              {person.cells.map((cell, index) => (
                <Cell
                  key={cell.date}
                  cell={cell}
                  closed={week.days[index]!.closed}
                  place={`${person.id} ${cell.date}`}
                  mayEdit={mayEdit}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PersonHead({ person: { id, name, color, href, load, share } }: { person: WeekPerson }) {
  return (
    <th scope="row">
      <Link
        to={href}
        data-place={id}
        className="flex gap-1.5 items-center min-w-0 text-md font-medium max-md:flex-col max-md:items-start max-md:gap-1"
      >
        <Avatar name={name} color={color} />
        <bdi className="truncate max-w-full">{name}</bdi>
      </Link>
      {load !== null && (
        <>
          <small className="block mt-1 text-muted text-xs font-normal truncate">{load}</small>
          <span className={styles.fill}>
            <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
          </span>
        </>
      )}
    </th>
  );
}

interface CellProps {
  cell: WeekCell;
  /** The company is closed on this day. */
  closed: string | null;
  place: string;
  mayEdit: boolean;
}

function Cell({ cell, closed, place, mayEdit }: CellProps) {
  const { href, label, share, is_off, off, to_move, entries, more, book } = cell;
  const words = off ?? closed;
  return (
    <td
      className={styles.cell}
      data-off={is_off || undefined}
      data-cell={place}
      style={{ "--share": share.toFixed(2) } as CSSProperties}
    >
      <Link to={href} className={styles.open!} data-place={place} aria-label={label} />
      {words !== null && (
        <span className={styles.off} aria-hidden="true">
          {words}
        </span>
      )}
      {to_move !== null && (
        <Link to={to_move.href} className={styles.move!} data-place={`move ${place}`}>
          {to_move.words}
        </Link>
      )}
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to={href} className={styles.more!} data-place={`more ${place}`}>
          <span aria-hidden="true">+{more}</span>
          <span className="hidden-text">
            {plural(more, "{{count}} more", "{{count}} more")}, {label}
          </span>
        </Link>
      )}
      {mayEdit && book !== null && (
        <NewBookingLink search={book} className={styles.book} data-place={`book ${place}`}>
          <Icon name="plus" size={16} />
          <span className="hidden-text">
            {t("New booking")}, {label}
          </span>
        </NewBookingLink>
      )}
    </td>
  );
}

function Entry({
  entry: { id, status, is_need, visit, href, time, name, detail, label },
}: {
  entry: WeekEntry;
}) {
  const shown = {
    className: styles.entry!,
    "data-need": is_need || undefined,
    "aria-label": label,
    "data-place": id,
    children: (
      <>
        <b className="font-semibold">{time}</b>
        {visit !== null && <span className={styles.visit}>{visit}</span>}
        <span className={styles.words}>
          <bdi>{name}</bdi>
          {detail !== "" && <span>{status === null ? detail : `· ${detail}`}</span>}
        </span>
      </>
    ),
  };
  return status === null ? (
    <DrawerLink to={href} name="slot" value={id} data-class="" {...shown} />
  ) : (
    <BookingLink id={id} data-status={status} {...shown} />
  );
}

/** Moves focus by an arrow key: within a cell, then to the next one. False if there is none. */
function focusNext(frame: HTMLElement | null, from: Element | null, key: string): boolean {
  const cell = from?.closest<HTMLTableCellElement>("th, td");
  const row = cell?.closest("tr");
  if (!frame || !from || !cell || !row) return false;
  const places = (of: Element | undefined) => [
    ...(of?.querySelectorAll<HTMLElement>("[data-place]") ?? []),
  ];
  const own = places(cell);
  const at = own.indexOf(from as HTMLElement);
  const isRightToLeft = getComputedStyle(frame).direction === "rtl";
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return false;
  let next: HTMLElement | undefined;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const rows = [...frame.querySelectorAll("tr")];
    const beside = places(rows[rows.indexOf(row) + step]?.cells[cell.cellIndex]);
    next = own[at + step] ?? beside.at(step > 0 ? 0 : -1);
  } else {
    const beside = places(row.cells[cell.cellIndex + (isRightToLeft ? -step : step)]);
    next = beside[Math.min(at, beside.length - 1)];
  }
  next?.focus();
  return next !== undefined;
}

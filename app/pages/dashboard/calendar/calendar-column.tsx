import { Link } from "@remix-run/react";
import { type CSSProperties, memo, type ReactNode } from "react";
import { plural, t } from "~/i18n/text";
import { NEW_BOOKING, newBookingSearch } from "~/ui/layout/navigation";
import { Avatar } from "./avatar";
import type { CalendarView } from "./axis";
import { Card } from "./calendar-card";
import type { CalendarColumn, CalendarModel } from "./calendar-model";
import { blockPath } from "~/ui/block/block-address";
import { freeMinutes, freeTimes } from "./free-times";
import { FreeWords } from "./free-words";
import { type Chosen, type Proposal, serviceOf, startsAt } from "./proposal";
import type { MoveOutcome } from "./use-proposal";
import type { WhyView } from "./why-model";
import styles from "./calendar-column.module.css";

interface CalendarColumnProps {
  model: CalendarModel;
  index: number;
  view: CalendarView;
  /** Columns per day; more than one in a week view are lanes. */
  lanes: number;
  mayEdit: boolean;
  /** The proposed booking in this column. */
  proposal: Proposal | null;
  /** Service of the booking being moved, to show its free times; undefined if none. */
  moving: string | null | undefined;
  /** The booking being moved out of this column. */
  leaving: string | null;
  /** Time selected by click or drag. */
  chosen: Chosen | null;
  /** Times removed by each rule, if requested. */
  marks: WhyView["marks"];
  clock: Intl.DateTimeFormat;
  alternatives: MoveOutcome["alternatives"];
  onAlternative(fields: Record<string, string>): void;
}

/** One resource on one day. Memoised, so it rerenders only for its own changes. */
export const CalendarColumnView = memo(function CalendarColumnView(props: CalendarColumnProps) {
  const {
    model,
    index,
    view,
    lanes,
    mayEdit,
    proposal,
    moving,
    leaving,
    chosen,
    marks,
    clock,
    alternatives,
    onAlternative,
  } = props;
  const column = model.columns[index]!;
  const day = model.days[column.day]!;
  const at = (start: number, end: number) =>
    ({
      "--start": Math.max(start, model.from_minute) - model.from_minute,
      "--length": Math.max(Math.min(end, model.to_minute) - Math.max(start, model.from_minute), 0),
    }) as CSSProperties;
  const isShown = ({ start, end }: { start: number; end: number }) =>
    end > model.from_minute && start < model.to_minute;
  const where = { resource: column.title, day: day.label };
  // The time scale is the first day's.
  const hasOwnHours = day.minutes !== model.days[0]!.minutes;
  const free = freeTimes(column.free, moving);
  return (
    <section
      className={styles.column}
      aria-label={view === "week" ? `${day.label}, ${column.title}` : column.title}
      data-today={day.is_today || undefined}
      data-first={index % lanes === 0 || undefined}
      data-late={column.day * 2 > model.days.length || undefined}
    >
      <ColumnHead column={column} day={day} view={view} lanes={lanes} isFirst={index % lanes === 0}>
        {moving === undefined ? (
          <FreeWords
            column={column}
            day={day.label}
            free={freeMinutes(column.free, Math.round((model.now_ms - day.starts_ms) / 60_000))}
          />
        ) : (
          plural(
            free.filter(({ schedule_id }) => schedule_id === moving).length,
            "{{count}} time fits",
            "{{count}} times fit",
          )
        )}
      </ColumnHead>
      <div className={styles.body} data-column>
        {hasOwnHours &&
          day.hours
            .filter(({ minute }) => minute >= model.from_minute && minute < model.to_minute)
            .map(({ minute, label }) => (
              <span
                key={minute}
                className={styles.ownHour}
                style={at(minute, minute + 60)}
                aria-hidden="true"
              >
                {label}
              </span>
            ))}
        {column.cards.map(
          ({ key, around, lane, lanes }) =>
            around !== null &&
            isShown(around) && (
              <span
                key={key}
                className={styles.around}
                style={
                  {
                    ...at(around.start, around.end),
                    "--lane": lane,
                    "--lanes": lanes,
                  } as CSSProperties
                }
                data-around
              />
            ),
        )}
        <ul className={styles.list}>
          {column.closed.filter(isShown).map(({ start, end, is_break }) => (
            <li key={`closed ${start}`}>
              <Link
                to={column.why}
                className={styles.closed!}
                style={at(start, end)}
                data-place={`closed ${column.key} ${start}`}
                draggable={false}
                preventScrollReset
                aria-label={
                  is_break
                    ? t("Break, {{resource}}, {{day}}: why can nothing be booked?", where)
                    : t("Closed, {{resource}}, {{day}}: why can nothing be booked?", where)
                }
              >
                <span aria-hidden="true">{is_break ? t("Break") : t("Closed")}</span>
              </Link>
            </li>
          ))}
          {free.filter(isShown).map(({ slot_id, schedule_id, start, until }) => {
            const time = clock.format(startsAt(model, { column: index, start }));
            const words = { time, resource: column.title, service: serviceOf(model, schedule_id) };
            return (
              <li key={slot_id}>
                {mayEdit ? (
                  <a
                    href={`${NEW_BOOKING}?${newBookingSearch({ slot_id })}`}
                    className={styles.free}
                    style={at(start, until)}
                    data-place={slot_id}
                    data-free={slot_id}
                    data-own={schedule_id === moving || undefined}
                    draggable={false}
                    aria-label={t("{{time}}, {{resource}}, free for {{service}}: book it", words)}
                  >
                    <span aria-hidden="true">{time}</span>
                  </a>
                ) : (
                  <span className="hidden-text">
                    {t("{{time}}, {{resource}}, free for {{service}}", words)}
                  </span>
                )}
              </li>
            );
          })}
          {column.blocks.filter(isShown).map((block) => (
            <li key={block.id}>
              <Link
                to={blockPath({ id: block.id })}
                className={styles.off!}
                style={at(block.start, block.end)}
                data-place={block.id}
                data-off={block.id}
                draggable={false}
                aria-label={block.label}
              >
                <span className={styles.offTitle}>
                  {block.reason === null
                    ? t("Blocked")
                    : t("Blocked: {{reason}}", { reason: block.reason })}
                </span>
                <span className={styles.offTime}>
                  {[block.time, ...(block.made_by === null ? [] : [block.made_by])].join(", ")}
                </span>
              </Link>
            </li>
          ))}
          {column.busy.filter(isShown).map(({ key, start, end, title, time, is_hard }) => (
            <li key={key}>
              <span
                className={styles.off}
                style={at(start, end)}
                data-busy={is_hard ? "hard" : "advise"}
              >
                <span className={styles.offTitle}>{title}</span>
                <span className={styles.offTime}>
                  {is_hard ? time : [time, t("can still be booked")].join(", ")}
                </span>
              </span>
            </li>
          ))}
          {column.cards.filter(isShown).map((card) => (
            <li key={card.key}>
              <Card
                card={card}
                columnKey={column.key}
                style={at(card.start, card.end)}
                now_ms={model.now_ms}
                isTight={column.cards.some(
                  ({ start, end }) => end === card.start || start === card.end,
                )}
                isLeaving={leaving === card.key}
                mayMove={mayEdit}
              />
            </li>
          ))}
          {alternatives.map((slot) => {
            const start = Math.round((slot.starts_ms - day.starts_ms) / 60_000);
            return (
              <li key={slot.slot_id}>
                <button
                  type="button"
                  className={styles.ghost}
                  style={at(start, start + Math.round((slot.ends_ms - slot.starts_ms) / 60_000))}
                  data-place={`to ${slot.slot_id}`}
                  onClick={() => onAlternative(slot.fields)}
                >
                  {t("Move to {{time}}", { time: clock.format(slot.starts_ms) })}
                </button>
              </li>
            );
          })}
        </ul>
        {marks.filter(isShown).map(({ start, end, words }) => (
          <span
            key={`${start} ${words}`}
            className={styles.mark}
            style={at(start, end)}
            aria-hidden="true"
          >
            <span>{words}</span>
          </span>
        ))}
        {chosen && (
          <div
            className={styles.proposal}
            style={at(chosen.start, chosen.start + chosen.minutes)}
            data-chosen
            aria-hidden="true"
          >
            <span className={styles.when}>{clock.format(startsAt(model, chosen))}</span>
          </div>
        )}
        {proposal && (
          <div
            className={styles.proposal}
            style={at(proposal.start, proposal.start + proposal.minutes)}
            data-proposal
            aria-hidden="true"
          >
            <span className={styles.when}>{clock.format(startsAt(model, proposal))}</span>
            <span className={styles.who}>{proposal.card.title}</span>
          </div>
        )}
        {model.now?.day === column.day &&
          model.now.minute >= model.from_minute &&
          model.now.minute < model.to_minute && (
            <div className={styles.now} style={at(model.now.minute, model.now.minute)} />
          )}
      </div>
    </section>
  );
});

interface ColumnHeadProps {
  column: CalendarColumn;
  day: CalendarModel["days"][number];
  view: CalendarView;
  lanes: number;
  /** First column of its day; in a week with lanes it shows the date. */
  isFirst: boolean;
  children: ReactNode;
}

function ColumnHead({ column, day, view, lanes, isFirst, children }: ColumnHeadProps) {
  const avatar = <Avatar name={column.title} color={column.color} />;
  if (view === "week" && lanes > 1)
    return (
      <div className={styles.heading} title={column.title}>
        {isFirst && (
          <span className={styles.day} aria-hidden="true">
            <b>{day.number}</b>
            {day.weekday}
          </span>
        )}
        <h2>
          {avatar}
          <span className="hidden-text">
            {day.label}, {column.title}
          </span>
        </h2>
      </div>
    );
  return (
    <div className={styles.heading}>
      {view === "week" ? (
        <span className={styles.day} aria-hidden="true">
          <b>{day.number}</b>
        </span>
      ) : (
        avatar
      )}
      <div className={styles.words}>
        <h2>
          {view === "week" ? (
            <>
              <span aria-hidden="true">{day.weekday}</span>
              <span className="hidden-text">
                {day.label}, {column.title}
              </span>
            </>
          ) : (
            column.title
          )}
        </h2>
        <small>{children}</small>
      </div>
    </div>
  );
}

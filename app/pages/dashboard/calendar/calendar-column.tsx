import { Link } from "@remix-run/react";
import { type CSSProperties, memo } from "react";
import { t } from "~/i18n/text";
import { NEW_BOOKING, newBookingSearch } from "~/ui/layout/navigation";
import { Icon } from "~/ui/icon";
import type { CalendarView } from "./axis";
import { Card } from "./calendar-card";
import type { CalendarModel } from "./calendar-model";
import { blockPath } from "~/ui/block/block-address";
import { freeTimes } from "./free-times";
import { type Chosen, type Proposal, startsAt } from "./proposal";
import type { MoveOutcome } from "./use-proposal";
import type { WhyView } from "./why-model";
import styles from "./calendar-column.module.css";

interface CalendarColumnProps {
  model: CalendarModel;
  index: number;
  view: CalendarView;
  mayEdit: boolean;
  /** What would be put into this column. */
  proposal: Proposal | null;
  /** The service of the booking that is on its way: its free times show where it can go. undefined: none is. */
  moving: string | null | undefined;
  /** The booking of this column that is on its way. */
  leaving: string | null;
  /** What was clicked or dragged over in this column. */
  chosen: Chosen | null;
  /** Which rule took which time away, where that was asked of this column. */
  marks: WhyView["marks"];
  clock: Intl.DateTimeFormat;
  alternatives: MoveOutcome["alternatives"];
  onAlternative(fields: Record<string, string>): void;
}

/** One resource on one day. It is drawn again only when something of its own changes. */
export const CalendarColumnView = memo(function CalendarColumnView(props: CalendarColumnProps) {
  const { model, index, view, mayEdit, proposal, moving, leaving, chosen, marks, clock, alternatives, onAlternative } =
    props;
  const column = model.columns[index]!;
  const day = model.days[column.day]!;
  const at = (start: number, end: number) =>
    ({
      "--start": Math.max(start, model.from_minute) - model.from_minute,
      "--length": Math.max(Math.min(end, model.to_minute) - Math.max(start, model.from_minute), 0),
    }) as CSSProperties;
  const isShown = ({ start, end }: { start: number; end: number }) =>
    end > model.from_minute && start < model.to_minute;
  // The scale at the side is that of the first day.
  const hasOwnHours = day.minutes !== model.days[0]!.minutes;
  return (
    <section
      className={styles.column}
      aria-label={view === "week" ? `${day.label}, ${column.title}` : column.title}
      data-today={day.is_today || undefined}
    >
      <div className={styles.heading} style={{ "--own": column.color ?? "transparent" } as CSSProperties}>
        <h2>
          {view === "week" && <span className={styles.day}>{day.label}</span>}
          <span className={styles.name}>{column.title}</span>
        </h2>
        {column.is_full && (
          <Link to={column.why} className={styles.full!} preventScrollReset>
            {t("Full")}
            <span className="hidden-text">
              , {column.title}, {day.label}
            </span>
            {t(": why?")}
          </Link>
        )}
      </div>
      <div className={styles.body} data-column>
        {hasOwnHours &&
          day.hours
            .filter(({ minute }) => minute >= model.from_minute && minute < model.to_minute)
            .map(({ minute, label }) => (
              <span key={minute} className={styles.ownHour} style={at(minute, minute + 60)} aria-hidden="true">
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
                style={{ ...at(around.start, around.end), "--lane": lane, "--lanes": lanes } as CSSProperties}
                data-around
              />
            ),
        )}
        <ul className={styles.list}>
          {column.closed.filter(isShown).map(({ start, end }) => (
            <li key={`closed ${start}`}>
              <Link
                to={column.why}
                className={styles.closed!}
                style={at(start, end)}
                data-place={`closed ${column.key} ${start}`}
                draggable={false}
                preventScrollReset
                aria-label={t("Closed, {title}, {label}: why can nothing be booked?", {
                  title: column.title,
                  label: day.label,
                })}
              >
                <span aria-hidden="true">{t("Why?")}</span>
              </Link>
            </li>
          ))}
          {freeTimes(column.free, moving)
            .filter(isShown)
            .map((free) => {
              const label = `${free.label}, ${column.title}, free${free.name ? ` for ${free.name}` : ""}`;
              return (
                <li key={free.slot_id}>
                  {mayEdit ? (
                    <a
                      href={`${NEW_BOOKING}?${newBookingSearch({ slot_id: free.slot_id })}`}
                      className={styles.free}
                      style={at(free.start, free.until)}
                      data-place={free.slot_id}
                      data-free={free.slot_id}
                      data-own={free.schedule_id === moving || undefined}
                      draggable={false}
                      aria-label={t("{label}: book it", { label })}
                    >
                      <span aria-hidden="true">+ {free.label}</span>
                    </a>
                  ) : (
                    <span className={styles.free} style={at(free.start, free.until)}>
                      <span className="hidden-text">{label}</span>
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
                  <Icon name="absent" size={16} /> {block.title}
                </span>
                <span className={styles.offTime}>
                  {block.time}
                  {block.made_by !== null && `, ${block.made_by}`}
                </span>
              </Link>
            </li>
          ))}
          {column.cards.filter(isShown).map((card) => (
            <li key={card.key}>
              <Card
                card={card}
                columnKey={column.key}
                style={at(card.start, card.end)}
                now_ms={model.now_ms}
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
                  {t("Move to {starts_ms}", { starts_ms: clock.format(slot.starts_ms) })}
                </button>
              </li>
            );
          })}
        </ul>
        {marks.filter(isShown).map(({ start, end, words }) => (
          <span key={`${start} ${words}`} className={styles.mark} style={at(start, end)} aria-hidden="true">
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

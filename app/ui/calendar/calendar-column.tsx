import { Link } from "@remix-run/react";
import type { CSSProperties } from "react";
import { Icon } from "../icon";
import type { CalendarView } from "./axis";
import type { CalendarCard, CalendarModel } from "./calendar-model";
import { type Proposal, startsAt } from "./proposal";
import type { useDrag } from "./use-drag";
import type { MoveOutcome } from "./use-proposal";
import styles from "./calendar-column.module.css";

type HandlersOf = ReturnType<typeof useDrag>["handlersOf"];

interface CalendarColumnProps {
  model: CalendarModel;
  index: number;
  view: CalendarView;
  /** What would be put into this column. */
  proposal: Proposal | null;
  /** The booking that is on its way, wherever from. */
  leaving: Proposal | null;
  /** null: nobody may move anything. */
  handlersOf: HandlersOf | null;
  describe(epochMs: number): string;
  alternatives: MoveOutcome["alternatives"];
  onAlternative(fields: Record<string, string>): void;
}

/** One resource on one day. */
export function CalendarColumnView(props: CalendarColumnProps) {
  const { model, index, view, proposal, leaving, handlersOf, describe, alternatives, onAlternative } = props;
  const column = model.columns[index]!;
  const day = model.days[column.day]!;
  const at = (start: number, end: number) =>
    ({
      "--start": Math.max(start, model.from_minute) - model.from_minute,
      "--length": Math.max(Math.min(end, model.to_minute) - Math.max(start, model.from_minute), 0),
    }) as CSSProperties;
  const isShown = ({ start, end }: { start: number; end: number }) =>
    end > model.from_minute && start < model.to_minute;
  const isChangeDay = day.minutes !== 1440;
  return (
    <section
      className={styles.column}
      aria-label={view === "week" ? `${day.label}, ${column.title}` : column.title}
      data-today={day.is_today || undefined}
    >
      <h2 className={styles.heading} style={{ "--own": column.color ?? "transparent" } as CSSProperties}>
        {view === "week" && <span className={styles.day}>{day.label}</span>}
        <span className={styles.name}>{column.title}</span>
      </h2>
      <div className={styles.body} data-column>
        {column.closed.filter(isShown).map(({ start, end }) => (
          <div key={start} className={styles.closed} style={at(start, end)} />
        ))}
        {isChangeDay &&
          day.hours
            .filter(({ minute }) => minute >= model.from_minute && minute < model.to_minute)
            .map(({ minute, label }) => (
              <span key={minute} className={styles.ownHour} style={at(minute, minute + 60)} aria-hidden="true">
                {label}
              </span>
            ))}
        <ul className={styles.list}>
          {column.free.filter(isShown).map((free) => (
            <li key={free.slot_id}>
              <Link
                to={`/dashboard/bookings/new?slot_id=${free.slot_id}`}
                className={styles.free}
                style={at(free.start, free.end)}
                data-place
                aria-label={`${free.label}, ${column.title}, free${free.name ? ` for ${free.name}` : ""}: book it`}
              >
                <span aria-hidden="true">+ {free.label}</span>
              </Link>
            </li>
          ))}
          {column.cards.filter(isShown).map((card) => (
            <li key={card.key}>
              <Card
                card={card}
                columnKey={column.key}
                style={at(card.start, card.end)}
                isLeaving={leaving?.card.key === card.key}
                handlers={card.booking && handlersOf ? handlersOf(index, card) : {}}
                resizing={card.booking && handlersOf ? handlersOf(index, card, true) : null}
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
                  data-place
                  onClick={() => onAlternative(slot.fields)}
                >
                  Move to {describe(slot.starts_ms)}
                </button>
              </li>
            );
          })}
        </ul>
        {proposal && (
          <div
            className={styles.proposal}
            style={at(proposal.start, proposal.start + proposal.minutes)}
            data-proposal
            aria-hidden="true"
          >
            <span className={styles.time}>{describe(startsAt(model, proposal))}</span>
            <span className={styles.title}>{proposal.card.title}</span>
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
}

interface CardProps {
  card: CalendarCard;
  columnKey: string;
  style: CSSProperties;
  isLeaving: boolean;
  handlers: object;
  resizing: object | null;
}

function Card({ card, columnKey, style, isLeaving, handlers, resizing }: CardProps) {
  return (
    <Link
      to={card.href}
      className={styles.card}
      data-card={card.key}
      data-in={columnKey}
      data-place
      data-status={card.status ?? undefined}
      data-short={card.end - card.start < 40 || undefined}
      data-leaving={isLeaving || undefined}
      data-movable={resizing !== null || undefined}
      draggable={false}
      aria-label={card.label}
      aria-keyshortcuts={resizing === null ? undefined : "m"}
      style={
        {
          ...style,
          "--lane": card.lane,
          "--lanes": card.lanes,
          "--own": card.color ?? "var(--accent)",
        } as CSSProperties
      }
      {...handlers}
    >
      <span className={styles.title}>{card.title}</span>
      <span className={styles.time}>{card.time}</span>
      {card.detail !== null && <span className={styles.detail}>{card.detail}</span>}
      <span className={styles.icons}>
        {card.icons.map((icon) => (
          <Icon key={icon} name={icon} size={16} />
        ))}
      </span>
      {resizing && <span className={styles.resize} {...resizing} />}
    </Link>
  );
}

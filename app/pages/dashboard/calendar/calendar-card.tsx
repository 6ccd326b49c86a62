import { Link } from "@remix-run/react";
import { type CSSProperties, useState } from "react";
import { Icon } from "~/ui/icon";
import type { CalendarCard } from "./calendar-cards";
import { Countdown } from "./countdown";
import styles from "./calendar-card.module.css";

interface CardProps {
  card: CalendarCard;
  columnKey: string;
  style: CSSProperties;
  now_ms: number;
  isLeaving: boolean;
  mayMove: boolean;
}

/** How many lines a card of so many minutes has room for, none of them cut. */
const linesOf = (minutes: number): 1 | 2 | 3 => (minutes < 40 ? 1 : minutes < 58 ? 2 : 3);

/** A booking, a class, or seats that somebody is booking. What is held disappears when it lapses. */
export function Card({ card, columnKey, style, now_ms, isLeaving, mayMove }: CardProps) {
  const [endedAt, setEndedAt] = useState<number | null>(null);
  if (endedAt !== null && endedAt === card.until_ms) return null;
  const isMovable = mayMove && card.booking !== null;
  const lines = linesOf(card.end - card.start);
  return (
    <Link
      to={card.href}
      className={styles.card!}
      data-card={card.key}
      data-in={columnKey}
      data-place={card.key}
      data-booking={card.status === null ? undefined : card.key}
      data-status={card.status ?? undefined}
      data-held={(card.until_ms !== null && card.status === null) || undefined}
      data-lines={lines}
      data-leaving={isLeaving || undefined}
      data-movable={isMovable || undefined}
      draggable={false}
      aria-label={card.label}
      aria-keyshortcuts={isMovable ? "m" : undefined}
      style={
        {
          ...style,
          "--lane": card.lane,
          "--lanes": card.lanes,
          "--own": card.color ?? "var(--accent)",
        } as CSSProperties
      }
    >
      <span className={styles.title}>
        <bdi>{card.title}</bdi>
      </span>
      <span className={styles.rest}>
        <span className={styles.time}>
          {lines === 1 ? card.from : card.time}
          {card.until_ms !== null && (
            <span className={styles.left}>
              <Countdown until_ms={card.until_ms} now_ms={now_ms} onEnd={() => setEndedAt(card.until_ms)} />
            </span>
          )}
        </span>
        {card.detail !== null && <span className={styles.detail}>{card.detail}</span>}
      </span>
      <span className={styles.icons}>
        {card.icons.map((icon) => (
          <Icon key={icon} name={icon} size={16} />
        ))}
      </span>
      {isMovable && <span className={styles.resize} data-resize />}
    </Link>
  );
}

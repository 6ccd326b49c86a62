import { Link } from "@remix-run/react";
import { type CSSProperties, useState } from "react";
import { Icon } from "~/ui/icon";
import { useDrawerAhead } from "~/ui/layout/use-drawer-ahead";
import { initialsOf } from "./avatar";
import type { CalendarCard } from "./calendar-cards";
import { Countdown } from "./countdown";
import { VisitBadge } from "./visit-badge";
import styles from "./calendar-card.module.css";

interface CardProps {
  card: CalendarCard;
  columnKey: string;
  style: CSSProperties;
  now_ms: number;
  isLeaving: boolean;
  mayMove: boolean;
  /** Adjacent to another card, so there is no room for larger touch targets. */
  isTight: boolean;
}

/**
 * A booking, a class, or held seats. Height determines the content. A hold disappears when it
 * expires.
 */
export function Card({ card, columnKey, style, now_ms, isLeaving, mayMove, isTight }: CardProps) {
  const [endedAt, setEndedAt] = useState<number | null>(null);
  const { intent, ahead } = useDrawerAhead(card.status === null ? "slot" : "booking", card.href);
  if (endedAt !== null && endedAt === card.until_ms) return null;
  const isMovable = mayMove && card.booking !== null;
  const { lane, lanes, color, visit } = card;
  return (
    <>
      <Link
        {...intent}
        to={card.href}
        className={styles.card!}
        data-card={card.key}
        data-in={columnKey}
        data-place={card.key}
        data-booking={card.booking_id ?? undefined}
        data-need={card.is_need || undefined}
        data-together={card.together ?? undefined}
        data-visit={visit === null ? undefined : ""}
        data-status={card.status ?? undefined}
        data-held={(card.until_ms !== null && card.status === null) || undefined}
        data-tight={isTight || undefined}
        data-leaving={isLeaving || undefined}
        data-movable={isMovable || undefined}
        data-own={color !== null || undefined}
        draggable={false}
        aria-label={card.label}
        aria-keyshortcuts={isMovable ? "m" : undefined}
        style={
          {
            ...style,
            "--lane": lane,
            "--lanes": lanes,
            ...(color && { "--own": color }),
            ...(visit && { "--visit": visit.color }),
          } as CSSProperties
        }
      >
        {card.gap !== null && (
          <span
            className={styles.gap}
            style={
              {
                "--from": (card.gap.start - card.start) / (card.end - card.start),
                "--part": (card.gap.end - card.gap.start) / (card.end - card.start),
              } as CSSProperties
            }
            data-gap
          />
        )}
        <span className={styles.text} data-text>
          <span className={styles.title}>
            <bdi className={styles.name}>{card.title}</bdi>
            <span className={styles.initials}>{initialsOf(card.title)}</span>
            {visit !== null && <VisitBadge visit={visit} />}
            {card.icons.map((icon) => (
              <Icon key={icon} name={icon} size={14} />
            ))}
          </span>
          <span className={styles.when}>
            <span className={styles.from}>{card.from}</span>
            <span className={styles.time}>{card.time}</span>
            {card.until_ms !== null && (
              <span className={styles.left}>
                <Countdown
                  until_ms={card.until_ms}
                  now_ms={now_ms}
                  onEnd={() => setEndedAt(card.until_ms)}
                />
              </span>
            )}
          </span>
          {card.detail !== null && <span className={styles.detail}>{card.detail}</span>}
        </span>
        {isMovable && !card.is_need && <span className={styles.resize} data-resize />}
      </Link>
      {ahead}
    </>
  );
}

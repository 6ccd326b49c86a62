import { t } from "~/i18n/text";
import { BookingLink, SlotLink } from "~/ui/booking/booking-link";
import type { Bar, Strips } from "./strips";
import styles from "./day-strips.module.css";

/** The day from left to right, a strip a resource, with a line where now is. Wider than a phone: it scrolls by itself. */
export function DayStrips({ strips: { strips, hours, now } }: { strips: Strips }) {
  if (strips.length === 0)
    return (
      <p className={styles.nothing}>{t("There is nothing to book yet: add a person, a room or a class first.")}</p>
    );
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t("Bookings of the day by resource")}>
      <div className={styles.day}>
        <div className={styles.hours} aria-hidden="true">
          <div className={styles.track}>
            {hours.map(({ at, label }) => (
              <span key={at} className={styles.hour} style={{ insetInlineStart: `${at}%` }}>
                {label}
              </span>
            ))}
          </div>
        </div>
        {strips.map(({ id, name, rows, bars }) => (
          <div key={id} className={styles.strip}>
            <h3 className={styles.name}>{name}</h3>
            <div className={styles.track} style={{ height: `${rows * 2.75 + 0.25}rem` }}>
              {bars.length === 0 ? <p className="hidden-text">{t("Nothing booked")}</p> : <Bars bars={bars} />}
              {now !== null && <span className={styles.now} style={{ insetInlineStart: `${now}%` }} />}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

const Bars = ({ bars }: { bars: Bar[] }) => (
  <ul className={styles.bars}>
    {bars.map((bar) => (
      <li
        key={bar.id}
        className={styles.bar}
        data-pending={bar.is_pending || undefined}
        data-over={bar.is_over || undefined}
        style={{
          insetInlineStart: `${bar.from}%`,
          width: `${bar.width}%`,
          insetBlockStart: `${bar.row * 2.75 + 0.25}rem`,
        }}
      >
        <BarLink bar={bar} />
      </li>
    ))}
  </ul>
);

function BarLink({ bar }: { bar: Bar }) {
  const inside = (
    <>
      <span aria-hidden="true">{bar.title}</span>
      <span className="hidden-text">{bar.says}</span>
    </>
  );
  return bar.is_class ? <SlotLink id={bar.id}>{inside}</SlotLink> : <BookingLink id={bar.id}>{inside}</BookingLink>;
}

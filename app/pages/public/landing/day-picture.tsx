import styles from "./day-picture.module.css";

const HOURS = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00"];
/** Column, first and last quarter hour since 09:00, name, style. */
const BLOCKS = [
  { column: 1, from: 0, to: 4, name: "Sofia", tone: "booked" },
  { column: 1, from: 6, to: 12, name: "James", tone: "booked" },
  { column: 1, from: 16, to: 20, name: "", tone: "free" },
  { column: 2, from: 2, to: 8, name: "Li Wei", tone: "booked" },
  { column: 2, from: 8, to: 10, name: "", tone: "free" },
  { column: 2, from: 14, to: 20, name: "Emma", tone: "booked" },
  { column: 3, from: 0, to: 6, name: "", tone: "free" },
  { column: 3, from: 6, to: 10, name: "Noah", tone: "booked" },
  { column: 3, from: 12, to: 18, name: "Anna", tone: "chosen" },
  { column: 3, from: 20, to: 24, name: "Iris", tone: "booked" },
  { column: 3, from: 24, to: 28, name: "", tone: "free" },
] as const;

/** Illustration of a day with bookings. Decorative, so hidden from screen readers. */
export function DayPicture() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.names}>
        <span>Mila</span>
        <span>Noor</span>
        <span>Yoga studio</span>
      </div>
      <div className={styles.grid}>
        {HOURS.map((hour, index) => (
          <span key={hour} className={styles.hour} style={{ gridRow: `${index * 4 + 1} / span 4` }}>
            {hour}
          </span>
        ))}
        {BLOCKS.map(({ column, from, to, name, tone }) => (
          <span
            key={`${column} ${from}`}
            className={styles.block}
            data-tone={tone}
            style={{ gridColumn: column + 1, gridRow: `${from + 1} / ${to + 1}` }}
          >
            {name}
          </span>
        ))}
      </div>
      <p className={styles.caption}>
        <span className={styles.dot} />
        Two guests picked 12:00. Anna booked it; the other was offered 15:00.
      </p>
    </div>
  );
}

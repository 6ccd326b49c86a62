import { type PointerEvent, useState } from "react";
import { msg, t } from "~/i18n/text";
import type { YearMonth } from "./year-view";
import styles from "./year-picker.module.css";

type Kind = "closed" | "hours" | "usual";

interface YearPickerProps {
  year: YearMonth[];
  /** Called with a line for the list below. */
  onPick: (line: string) => void;
}

const KINDS: { kind: Kind; label: string }[] = [
  { kind: "closed", label: msg("Closed") },
  { kind: "hours", label: msg("Special hours") },
  { kind: "usual", label: msg("Usual hours") },
];

/**
 * A 12-month calendar: clicking or dragging over days adds a line to the list. Optional, since the
 * list can be typed.
 */
export function YearPicker({ year, onPick }: YearPickerProps) {
  const [kind, setKind] = useState<Kind>("closed");
  const [hours, setHours] = useState("10:00-14:00");
  const [range, setRange] = useState<[string, string] | null>(null);
  const [from, to] = range === null ? ["", ""] : [...range].sort();
  const text = { closed: "closed", hours, usual: "usual" }[kind];
  const dateAt = ({ clientX, clientY }: PointerEvent) =>
    document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-date]")?.dataset.date;
  const begin = (event: PointerEvent<HTMLElement>) => {
    const date = event.button === 0 ? dateAt(event) : undefined;
    if (date === undefined) return;
    if (event.pointerType === "mouse") event.preventDefault();
    setRange([date, date]);
  };
  const go = (event: PointerEvent) => {
    const date = dateAt(event);
    if (range !== null && date !== undefined && date !== range[1]) setRange([range[0], date]);
  };
  const end = () => {
    if (range === null) return;
    onPick(`${from === to ? from : `${from} to ${to}`} ${text}`);
    setRange(null);
  };
  return (
    <div className={`${styles.picker} needs-script`}>
      <div
        className={styles.kinds}
        role="group"
        aria-label={t("Mark selected days as")}
        onInput={(event) => event.stopPropagation()}
      >
        {KINDS.map((each) => (
          <button
            key={each.kind}
            type="button"
            className={styles.kind}
            aria-pressed={kind === each.kind}
            onClick={() => setKind(each.kind)}
          >
            {t(each.label)}
          </button>
        ))}
        {kind === "hours" && (
          <input
            className={styles.hours}
            aria-label={t("Special hours")}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
        )}
      </div>
      <div
        className={styles.year}
        aria-hidden="true"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerLeave={() => setRange(null)}
        onPointerCancel={() => setRange(null)}
      >
        {year.map(({ label, blanks, days }) => (
          <div key={label} className={styles.month}>
            <strong>{label}</strong>
            <div className={styles.days}>
              {Array.from({ length: blanks }, (_, index) => (
                <span key={index} />
              ))}
              {days.map(({ date, day, state }) => (
                <span
                  key={date}
                  className={styles.day}
                  data-state={state}
                  data-picked={date >= from! && date <= to!}
                  {...(state !== "past" && { "data-date": date })}
                >
                  {day}
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

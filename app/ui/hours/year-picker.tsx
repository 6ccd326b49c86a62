import { type PointerEvent, useState } from "react";
import { msg, t } from "~/i18n/text";
import type { YearMonth } from "./year-view";

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
    <div className="flex flex-col gap-4 needs-script">
      <div
        className="flex flex-wrap gap-2"
        role="group"
        aria-label={t("Mark selected days as")}
        onInput={(event) => event.stopPropagation()}
      >
        {KINDS.map((each) => (
          <button
            key={each.kind}
            type="button"
            className="min-h-control px-3 border border-faint rounded-md bg-surface text-text text-sm font-medium cursor-pointer aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
            aria-pressed={kind === each.kind}
            onClick={() => setKind(each.kind)}
          >
            {t(each.label)}
          </button>
        ))}
        {kind === "hours" && (
          <input
            className="min-h-control px-3 border border-faint rounded-md bg-surface text-text text-sm font-medium flex-[1_1_10rem] max-w-72"
            aria-label={t("Special hours")}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
        )}
      </div>
      <div
        className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-x-6 gap-y-4 select-none max-md:flex max-md:overflow-x-auto"
        aria-hidden="true"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerLeave={() => setRange(null)}
        onPointerCancel={() => setRange(null)}
      >
        {year.map(({ label, blanks, days }) => (
          <div key={label} className="max-md:flex-[0_0_15rem]">
            <strong className="block mb-1 text-sm font-semibold">{label}</strong>
            <div className="grid grid-cols-[repeat(7,1fr)]">
              {Array.from({ length: blanks }, (_, index) => (
                <span key={index} />
              ))}
              {days.map(({ date, day, state }) => (
                <span
                  key={date}
                  className="grid place-items-center min-h-6.5 rounded-sm text-xs cursor-pointer hover:[outline:2px_solid_var(--accent-text)] hover:-outline-offset-2 data-[picked=true]:[outline:2px_solid_var(--accent-text)] data-[picked=true]:-outline-offset-2 data-[state=past]:text-muted data-[state=past]:[outline:0] data-[state=past]:cursor-default data-[state=closed]:text-muted data-[state=open]:bg-accent-soft data-[state=own_closed]:bg-bad-soft data-[state=own_closed]:text-bad data-[state=own_closed]:[font-weight:700] data-[state=own_closed]:line-through data-[state=own_open]:bg-accent data-[state=own_open]:text-surface data-[state=own_open]:[font-weight:700] max-md:min-h-8.5"
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

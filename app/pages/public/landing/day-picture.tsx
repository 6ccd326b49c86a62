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
    <div className="p-5 rounded-lg bg-surface shadow-raised text-sm" aria-hidden="true">
      <div className="grid grid-cols-[48px_repeat(3,minmax(0,1fr))] gap-x-2 pb-3 font-semibold">
        <span className="first:col-2 truncate">Mila</span>
        <span className="first:col-2 truncate">Noor</span>
        <span className="first:col-2 truncate">Yoga studio</span>
      </div>
      <div className="grid grid-cols-[48px_repeat(3,minmax(0,1fr))] gap-x-2 grid-rows-[repeat(28,12px)] [background:repeating-linear-gradient(to_bottom,var(--line)_0_1px,transparent_1px_48px)]">
        {HOURS.map((hour, index) => (
          <span
            key={hour}
            className="col-1 pt-0.5 text-muted text-xs"
            style={{ gridRow: `${index * 4 + 1} / span 4` }}
          >
            {hour}
          </span>
        ))}
        {BLOCKS.map(({ column, from, to, name, tone }) => (
          <span
            key={`${column} ${from}`}
            className="mt-0.5 mb-px py-1 px-2 truncate rounded-sm text-xs font-medium data-[tone=booked]:border-s-3 data-[tone=booked]:border-info-edge data-[tone=booked]:bg-info-soft data-[tone=free]:border data-[tone=free]:border-dashed data-[tone=free]:border-line-2 data-[tone=chosen]:bg-accent data-[tone=chosen]:text-on-accent"
            data-tone={tone}
            style={{ gridColumn: column + 1, gridRow: `${from + 1} / ${to + 1}` }}
          >
            {name}
          </span>
        ))}
      </div>
      <p className="flex gap-2 items-center m-0 mt-4 pt-4 border-t border-line text-muted">
        <span className="flex-none size-2 rounded-full bg-accent" />
        Two guests picked 12:00. Anna booked it; the other was offered 15:00.
      </p>
    </div>
  );
}

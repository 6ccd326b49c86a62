import type { BusinessKind } from "~/domain/onboarding/business-kinds";
import { msg, t } from "~/i18n/text";

interface Line {
  time: string;
  what: string;
  rest: string;
}

const LINES: Record<BusinessKind, Line[]> = {
  people: [
    { time: "09:00", what: msg("Haircut"), rest: "Anna" },
    { time: "09:30", what: msg("Haircut"), rest: "Bert" },
    { time: "10:30", what: msg("Consultation"), rest: "Anna" },
  ],
  courts: [
    { time: "18:00", what: msg("Court 1"), rest: msg("Free") },
    { time: "18:00", what: msg("Court 2"), rest: msg("Booked") },
    { time: "19:00", what: msg("Court 1"), rest: msg("Free") },
  ],
  classes: [
    { time: "07:30", what: msg("Vinyasa flow"), rest: msg("9 of 12 left") },
    { time: "12:00", what: msg("Lunch flow"), rest: msg("Full · waiting list") },
    { time: "18:30", what: msg("Vinyasa flow"), rest: msg("3 of 12 left") },
  ],
  tables: [
    { time: "18:00", what: msg("Table for 2"), rest: msg("Dining room") },
    { time: "18:30", what: msg("Table for 4"), rest: msg("Terrace") },
    { time: "19:00", what: msg("Table for 6"), rest: msg("Dining room") },
  ],
};

/** Sample guest view, shown before the company exists. */
export function Example({ kind }: { kind: BusinessKind }) {
  return (
    <aside aria-labelledby="example" className="[&_b]:font-semibold max-xl:hidden">
      <h2 className="m-0 mb-1 text-lg font-semibold" id="example">
        {t("What guests see")}
      </h2>
      <p className="m-0 mb-3 text-muted text-md">{t("An example")}</p>
      <ul className="m-0 p-0 list-none">
        {LINES[kind].map(({ time, what, rest }, index) => (
          <li
            className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] gap-2 items-center min-h-12 border-t border-line text-md"
            key={index}
          >
            <time>{time}</time>
            <b>{t(what)}</b>
            <span className="text-muted">{t(rest)}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

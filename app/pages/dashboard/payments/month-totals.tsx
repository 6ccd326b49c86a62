import { t } from "~/i18n/text";
import type { TotalsLine } from "./movement-line";

/** Collected, refunded, fees, net and due of a month, one line for each currency. */
export function MonthTotals({ totals }: { totals: TotalsLine[] }) {
  return (
    <section aria-label={t("Totals")} className="flex flex-col gap-4 pt-1 pb-2">
      {totals.map(({ currency, figures }) => (
        <dl
          key={currency}
          className="grid grid-cols-2 gap-x-10 gap-y-3 m-0 sm:grid-cols-3 md:flex md:flex-wrap"
        >
          {figures.map(({ label, value, note }) => (
            <div key={label}>
              <dt className="text-muted text-sm">{label}</dt>
              <dd className="m-0 text-xl font-semibold tabular-nums">{value}</dd>
              {note !== null && <dd className="m-0 text-muted text-xs">{note}</dd>}
            </div>
          ))}
        </dl>
      ))}
    </section>
  );
}

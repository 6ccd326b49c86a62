import { Fragment } from "react";
import { t } from "~/i18n/text";
import type { TotalsLine } from "./movement-line";

/** Collected, refunded, fees, net and due of a month by currency, and what came in by each method. */
export function MonthTotals({ totals }: { totals: TotalsLine[] }) {
  return (
    <section aria-label={t("Totals")} className="flex flex-col gap-4 pt-1 pb-2">
      {totals.map(({ currency, figures, methods }) => (
        <Fragment key={currency}>
          <dl className="grid grid-cols-2 gap-x-10 gap-y-3 m-0 sm:grid-cols-3 md:flex md:flex-wrap">
            {figures.map(({ label, value, note }) => (
              <div key={label}>
                <dt className="text-muted text-sm">{label}</dt>
                <dd className="m-0 text-xl font-semibold tabular-nums">{value}</dd>
                {note !== null && <dd className="m-0 text-muted text-xs">{note}</dd>}
              </div>
            ))}
          </dl>
          {methods.length > 0 && (
            <section aria-label={t("By method")}>
              <dl className="flex flex-wrap gap-x-6 gap-y-1 m-0 text-sm">
                {methods.map(({ label, value, note }) => (
                  <div key={label} className="flex flex-wrap gap-x-1.5">
                    <dt className="text-muted">{label}</dt>
                    <dd className="m-0 font-medium tabular-nums">{value}</dd>
                    {note !== null && <dd className="m-0 text-muted">{note}</dd>}
                  </div>
                ))}
              </dl>
            </section>
          )}
        </Fragment>
      ))}
    </section>
  );
}

import { plural, t } from "~/i18n/text";
import type { AnalyticsView } from "./analytics-view";

const HEAD = "text-muted text-xs font-medium";
/** From no bookings to the busiest hour. */
const LEVELS = [
  "bg-hover text-muted",
  "bg-[light-dark(#e3e9fb,#222b46)]",
  "bg-[light-dark(#c7d3f7,#2b3a66)]",
  "bg-[light-dark(#9fb3f0,#384d8c)]",
  "bg-[light-dark(#4a69cf,#7f97e4)] text-[light-dark(#ffffff,#10141c)]",
  "bg-[light-dark(#26428f,#b9c8f5)] text-[light-dark(#ffffff,#10141c)]",
];

/** Bookings by hour and weekday, as a shaded table. */
export function HeatMap({ heat: { days, rows, busiest } }: { heat: AnalyticsView["heat"] }) {
  return (
    <section className="min-w-0 pt-4 border-t border-line" aria-labelledby="busy-hours">
      <h2 id="busy-hours" className="m-0 mb-1 text-lg font-semibold">
        {t("Busy hours")}
      </h2>
      {busiest === null ? (
        <p className="m-0 mb-3 text-muted text-sm">{t("No bookings take place in this period.")}</p>
      ) : (
        <>
          <p className="m-0 mb-3 text-muted text-sm">
            {plural(
              busiest.count,
              "Bookings by start. Peak: {{day}} {{hour}}, {{count}} booking.",
              "Bookings by start. Peak: {{day}} {{hour}}, {{count}} bookings.",
              { day: busiest.day, hour: busiest.hour },
            )}
          </p>
          <table className="w-full border-separate border-spacing-0.5 table-fixed">
            <thead>
              <tr>
                <td className="w-12" />
                {days.map(({ name, whole }) => (
                  <th key={name} scope="col" className={HEAD}>
                    <abbr title={whole} className="no-underline">
                      {name}
                    </abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ hour, cells }) => (
                <tr key={hour}>
                  <th scope="row" className={`${HEAD} w-12 text-start`}>
                    {hour}
                  </th>
                  {cells.map(({ count, level }, day) => (
                    <td key={day} className={`h-6 rounded-sm text-xs text-center ${LEVELS[level]}`}>
                      {count}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

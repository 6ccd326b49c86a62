import { plural, t } from "~/i18n/text";
import type { AnalyticsView } from "./analytics-view";
import styles from "./heat-map.module.css";

/** Bookings by hour and weekday, as a shaded table. */
export function HeatMap({ heat: { days, rows, busiest } }: { heat: AnalyticsView["heat"] }) {
  return (
    <section className={styles.card} aria-labelledby="busy-hours">
      <h2 id="busy-hours">{t("Busy hours")}</h2>
      {busiest === null ? (
        <p className={styles.quiet}>{t("No bookings take place in this period.")}</p>
      ) : (
        <>
          <p className={styles.quiet}>
            {plural(
              busiest.count,
              "Bookings by start. Peak: {{day}} {{hour}}, {{count}} booking.",
              "Bookings by start. Peak: {{day}} {{hour}}, {{count}} bookings.",
              { day: busiest.day, hour: busiest.hour },
            )}
          </p>
          <table className={styles.grid}>
            <thead>
              <tr>
                <td />
                {days.map(({ name, whole }) => (
                  <th key={name} scope="col">
                    <abbr title={whole}>{name}</abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ hour, cells }) => (
                <tr key={hour}>
                  <th scope="row">{hour}</th>
                  {cells.map(({ count, level }, day) => (
                    <td key={day} data-level={level}>
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

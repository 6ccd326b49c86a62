import { t } from "~/i18n/text";
import type { Chart } from "./chart";
import styles from "./bar-chart.module.css";

/** A server-rendered bar chart; the line is the previous period. Includes the data as a table. */
export function BarChart({ chart, when }: { chart: Chart; when: string | null }) {
  const { title, summary, bars, axis } = chart;
  const before = bars.flatMap((bar, index) =>
    bar.before === null ? [] : [`${index + 0.5},${round(100 - bar.before.height)}`],
  );
  const middle = bars[Math.floor((bars.length - 1) / 2)]!; // a range has at least one interval
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <h2>{title}</h2>
        {before.length > 0 && (
          <ul className={styles.legend}>
            <li>
              <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
                <rect x="2" y="2" width="12" height="12" />
              </svg>
              {t("This period")}
            </li>
            <li>
              <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
                <polyline points="0,11 5,5 11,9 16,4" />
              </svg>
              {when}
            </li>
          </ul>
        )}
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.axis} aria-hidden="true">
          {axis.map((text, index) => (
            <span key={index}>{text}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${bars.length} 100`}
          preserveAspectRatio="none"
        >
          <path
            className={styles.lines}
            d={`M0 0H${bars.length}M0 50H${bars.length}M0 100H${bars.length}`}
          />
          {bars.map(({ label, text, height }, index) => (
            <rect key={label} x={index + 0.15} y={round(100 - height)} width={0.7} height={height}>
              <title>{`${label}: ${text}`}</title>
            </rect>
          ))}
          {before.length > 1 && <polyline points={before.join(" ")} />}
        </svg>
        <div className={styles.labels} aria-hidden="true">
          <span>{bars[0]!.label}</span>
          {bars.length > 2 && <span>{middle.label}</span>}
          {bars.length > 1 && <span>{bars.at(-1)!.label}</span>}
        </div>
      </div>
      <details className={styles.behind}>
        <summary>{t("As a table")}</summary>
        <div
          className={styles.scroll}
          role="region"
          aria-label={t("{{title}}, table", { title })}
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{t("When")}</th>
                <th scope="col">{title}</th>
                {before.length > 0 && <th scope="col">{when}</th>}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">{bar.label}</th>
                  <td>{bar.text}</td>
                  {before.length > 0 && <td>{bar.before?.text ?? "–"}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

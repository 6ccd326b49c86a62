import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { BAR, LINE } from "./analytics-section";
import type { Chart } from "./chart";

const CELL = "py-1.5 ps-0 pe-3 border-b border-line";
const NUMBER = `${CELL} text-end`;
const HEAD = `${CELL} sticky top-0 bg-surface text-muted`;

/** A server-rendered bar chart; the line is the previous period. Includes the data as a table. */
export function BarChart({ chart, when }: { chart: Chart; when: string | null }) {
  const { title, summary, bars, axis } = chart;
  const before = bars.flatMap((bar, index) =>
    bar.before === null ? [] : [`${index + 0.5},${round(100 - bar.before.height)}`],
  );
  const middle = bars[Math.floor((bars.length - 1) / 2)]!; // a range has at least one interval
  return (
    <figure className="min-w-0 m-0 pt-4 border-t border-line">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 items-baseline justify-between mb-3">
        <h2 className="m-0 text-lg font-semibold">{title}</h2>
        {before.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1 m-0 p-0 text-muted text-sm list-none">
            <LegendEntry
              mark={<rect className={BAR} x="2" y="2" width="12" height="12" />}
              text={t("This period")}
            />
            <LegendEntry
              mark={<polyline className={LINE} points="0,11 5,5 11,9 16,4" />}
              text={when}
            />
          </ul>
        )}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <div
          className="flex flex-col justify-between -my-2.5 text-muted text-xs text-end"
          aria-hidden="true"
        >
          {axis.map((text, index) => (
            <span key={index}>{text}</span>
          ))}
        </div>
        <svg
          className="w-full h-44 overflow-visible"
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${bars.length} 100`}
          preserveAspectRatio="none"
        >
          <path
            className="stroke-line stroke-1 [vector-effect:non-scaling-stroke] forced-colors:stroke-[GrayText]"
            d={`M0 0H${bars.length}M0 50H${bars.length}M0 100H${bars.length}`}
          />
          <g className={`${BAR} [&>:hover]:fill-accent-text`}>
            {bars.map(({ label, text, height }, index) => (
              <rect
                key={label}
                x={index + 0.15}
                y={round(100 - height)}
                width={0.7}
                height={height}
              >
                <title>{`${label}: ${text}`}</title>
              </rect>
            ))}
          </g>
          {before.length > 1 && (
            <polyline className={`${LINE} pointer-events-none`} points={before.join(" ")} />
          )}
        </svg>
        <div
          className="flex col-2 gap-2 justify-between text-muted text-xs whitespace-nowrap"
          aria-hidden="true"
        >
          <span>{bars[0]!.label}</span>
          {bars.length > 2 && <span>{middle.label}</span>}
          {bars.length > 1 && <span>{bars.at(-1)!.label}</span>}
        </div>
      </div>
      <details className="mt-3">
        <summary className="w-fit py-1.5 text-accent-text text-sm font-medium cursor-pointer max-md:py-2.75">
          {t("As a table")}
        </summary>
        <div
          className="max-h-80 overflow-auto"
          role="region"
          aria-label={t("{{title}}, table", { title })}
          tabIndex={0}
        >
          <table className="w-full border-collapse">
            <thead>
              <tr>
                <th scope="col" className={`${HEAD} text-start font-normal`}>
                  {t("When")}
                </th>
                <th scope="col" className={`${HEAD} text-end font-semibold`}>
                  {title}
                </th>
                {before.length > 0 && (
                  <th scope="col" className={`${HEAD} text-end font-semibold`}>
                    {when}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row" className={`${CELL} text-start font-normal`}>
                    {bar.label}
                  </th>
                  <td className={NUMBER}>{bar.text}</td>
                  {before.length > 0 && <td className={NUMBER}>{bar.before?.text ?? "–"}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function LegendEntry({ mark, text }: { mark: ReactNode; text: ReactNode }) {
  return (
    <li className="flex gap-1.5 items-center">
      <svg className="size-4" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {mark}
      </svg>
      {text}
    </li>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

import { t } from "~/i18n/text";

// Geometry of a bar chart, computed on the server.

/** One interval; `height` and `before` in percent of the axis. */
export interface Bar {
  label: string;
  text: string;
  height: number;
  /** The corresponding interval of the previous period; null without a comparison. */
  before: { text: string; height: number } | null;
}
export interface Chart {
  title: string;
  /** Text alternative. */
  summary: string;
  bars: Bar[];
  /** Top to bottom: maximum, half, zero. */
  axis: string[];
}

interface Drawn {
  title: string;
  labels: string[];
  /** null: no data for that interval. */
  values: (number | null)[];
  before: (number | null)[] | null;
  write: (value: number) => string;
  /** Shorter format for the axis. */
  writeAxis?: (value: number) => string;
  /** Minimum upper end of the axis. */
  least: number;
}

export function chartOf({
  title,
  labels,
  values,
  before,
  write,
  writeAxis = write,
  least,
}: Drawn): Chart {
  const known = [...values, ...(before ?? [])].filter((value) => value !== null);
  const top = roundUp(Math.max(least, ...known));
  const height = (value: number | null) => Math.round((Math.max(0, value ?? 0) / top) * 1000) / 10;
  const text = (value: number | null) => (value === null ? "–" : write(value));
  const bars = values.map((value, index) => ({
    label: labels[index]!, // one label per value
    text: text(value),
    height: height(value),
    before:
      before === null || index >= before.length
        ? null
        : { text: text(before[index]!), height: height(before[index]!) }, // same length
  }));
  // a range has at least one interval
  const most = bars.reduce((best, bar) => (bar.height > best.height ? bar : best), bars[0]!);
  return {
    title,
    summary:
      most.height === 0
        ? t("{{title}}: nothing in this period.", { title })
        : t("{{title}}: peak {{label}}, {{value}}.", {
            title,
            label: most.label,
            value: most.text,
          }),
    bars,
    axis: [top, top / 2, 0].map(writeAxis),
  };
}

/** Rounds up to 1, 2, 4, 6, 8 or 10 times a power of ten, so that half of it is round too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10);
}

/** Shade of a cell: 0 for none, otherwise 1 to 5 by share of the maximum. */
export function levelOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.ceil((count / most) * 5);
}

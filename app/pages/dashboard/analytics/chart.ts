import { t } from "~/i18n/text";

// The geometry of a chart of bars, by plain arithmetic: it is worked out on the server, and the page gets the numbers.

/** One interval of a chart: `height` and `before` in per cent of the axis. */
export interface Bar {
  label: string;
  text: string;
  height: number;
  /** The interval in the same place of the days before; null: nothing is compared, or there was none. */
  before: { text: string; height: number } | null;
}
export interface Chart {
  title: string;
  /** What is seen, for those who do not see it. */
  summary: string;
  bars: Bar[];
  /** From the top down: the most, half of it, nothing. */
  axis: string[];
}

interface Drawn {
  title: string;
  labels: string[];
  /** null: there is nothing to say of that interval. */
  values: (number | null)[];
  before: (number | null)[] | null;
  write: (value: number) => string;
  /** How the axis says a value, where that is shorter. */
  writeAxis?: (value: number) => string;
  /** The axis goes up to this at least. */
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
    label: labels[index]!, // one label a value
    text: text(value),
    height: height(value),
    before:
      before === null || index >= before.length
        ? null
        : { text: text(before[index]!), height: height(before[index]!) }, // within its length
  }));
  const most = bars.reduce((best, bar) => (bar.height > best.height ? bar : best), bars[0]!); // a range has an interval
  return {
    title,
    summary:
      most.height === 0
        ? t("{title}: nothing in this period.", { title })
        : t("{title}: peak {label}, {value}.", { title, label: most.label, value: most.text }),
    bars,
    axis: [top, top / 2, 0].map(writeAxis),
  };
}

/** The next of 1, 2, 4, 6, 8 or 10 times a power of ten: halves of them are round too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10);
}

/** How dark a cell is: 0 for nothing, else 1 to 5 by its share of the most. */
export function levelOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.ceil((count / most) * 5);
}

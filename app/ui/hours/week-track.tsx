import { Children, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { writeHours } from "./hours-text";
import { paintHours, toMinutes } from "./paint-hours";
import type { Hours } from "~/domain/hours/open-intervals";

const DAY = 1440;
const STEP = 30;

export interface PaintedDay {
  day: number;
  line: string;
}

interface Stroke {
  /** Whether the stroke opens or closes time: the opposite of where it began. */
  open: boolean;
  days: [number, number];
  minutes: [number, number];
}

interface WeekTrackProps {
  hours: Hours[][];
  onPaint: (painted: PaintedDay[]) => void;
  /** Text line of each day. */
  children: ReactNode;
}

/** Days as 24-hour bars. Dragging opens or closes time on one or more days. */
export function WeekTrack({ hours, onPaint, children }: WeekTrackProps) {
  const [stroke, setStroke] = useState<Stroke | null>(null);
  const tracks = useRef<(HTMLElement | null)[]>([]);
  const painted =
    stroke === null
      ? hours
      : hours.map((day, index) => (isIn(stroke, index) ? paint(day, stroke) : day));
  const minuteAt = ({ clientX }: PointerEvent) => {
    // rendered, since the pointer is on it
    const { left, width } = tracks.current[0]!.getBoundingClientRect();
    return Math.max(
      0,
      Math.min(DAY - STEP, Math.floor((((clientX - left) / width) * DAY) / STEP) * STEP),
    );
  };
  const dayAt = ({ clientY }: PointerEvent) => {
    const below = tracks.current.findIndex(
      (track) => track !== null && clientY <= track.getBoundingClientRect().bottom,
    );
    return below === -1 ? hours.length - 1 : below;
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [day, minute] = [dayAt(event), minuteAt(event)];
    const isOpen = toMinutes(hours[day] ?? []).some(
      ({ from, to }) => minute >= from && minute < to,
    );
    setStroke({ open: !isOpen, days: [day, day], minutes: [minute, minute] });
  };
  const go = (event: PointerEvent) =>
    stroke !== null &&
    setStroke({
      ...stroke,
      days: [stroke.days[0], dayAt(event)],
      minutes: [stroke.minutes[0], minuteAt(event)],
    });
  const end = () => {
    if (stroke === null) return;
    onPaint(
      painted.flatMap((day, index) =>
        isIn(stroke, index) ? [{ day: index, line: writeHours(day) }] : [],
      ),
    );
    setStroke(null);
  };
  return Children.map(children, (line, index) => (
    <div className="grid grid-cols-[minmax(0,18.5rem)_minmax(0,1fr)] gap-x-4 gap-y-1 items-start max-md:grid-cols-[minmax(0,1fr)]">
      {line}
      <div
        ref={(track) => void (tracks.current[index] = track)}
        className="relative overflow-hidden h-control border border-line rounded-md bg-quiet-soft cursor-crosshair touch-pan-y select-none needs-script"
        data-day={index + 1}
        aria-hidden="true"
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={() => setStroke(null)}
      >
        {toMinutes(painted[index] ?? []).map(({ from, to }) => (
          <span
            key={from}
            className="absolute inset-y-0 [background:light-dark(#b9c8f5,#38477a)] pointer-events-none"
            style={{ insetInlineStart: percent(from), width: percent(Math.min(to, DAY) - from) }}
          />
        ))}
        {[6, 12, 18].map((hour) => (
          <span
            key={hour}
            className="absolute inset-y-0 ps-1 border-s border-faint text-text text-xs pointer-events-none"
            style={{ insetInlineStart: percent(hour * 60) }}
          >
            {hour}
          </span>
        ))}
      </div>
    </div>
  ));
}

const percent = (minutes: number) => `${(minutes / DAY) * 100}%`;
const ordered = ([a, b]: [number, number]) => [Math.min(a, b), Math.max(a, b)] as const;

function isIn({ days }: Stroke, day: number): boolean {
  const [first, last] = ordered(days);
  return day >= first && day <= last;
}

function paint(hours: Hours[], { minutes, open }: Stroke): Hours[] {
  const [from, to] = ordered(minutes);
  return paintHours(hours, from, to + STEP, open);
}

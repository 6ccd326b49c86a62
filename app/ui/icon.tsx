/** The dashboard's icons: strokes on a grid of 24. */
const SHAPES = {
  list: "M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5v.01M4.5 12v.01M4.5 17.5v.01",
  calendar: "M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1ZM8 3v4M16 3v4M4 10h16",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13ZM15.2 15.2L20 20",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM12 8v4.3l2.8 1.7",
  coin: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM8.7 12.2l2.3 2.3l4.3-4.6",
  cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  back: "M9 6L4.5 10.5L9 15M5 10.5h9.5a5 5 0 0 1 0 10H12",
  flag: "M6 20V5c4-2.5 8 2.5 12 0v8.5c-4 2.5-8-2.5-12 0",
  absent:
    "M10 5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7ZM4 19.5c.5-3.2 2.9-5 6-5c1.2 0 2.3.300 3.2.800M16.5 16l4 4M20.5 16l-4 4",
  hourglass: "M7 4h10M7 20h10M8 4c0 4 4 5.5 4 8s-4 4-4 8M16 4c0 4-4 5.5-4 8s4 4 4 8",
  people:
    "M9 5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7ZM3 19.5c.5-3.2 2.9-5 6-5s5.5 1.8 6 5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.9c1.9.700 3.2 2.3 3.5 4.6",
  person:
    "M12 4.500a3.750 3.750 0 1 1 0 7.500a3.750 3.750 0 0 1 0-7.500ZM4.500 20c.6-3.400 3.500-5.300 7.500-5.300s6.900 1.900 7.500 5.300",
  down: "M7 9.5L12 14.5L17 9.5",
  up: "M7 14.5L12 9.5L17 14.5",
  out: "M14 7V5.5a1 1 0 0 0-1-1H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V17M10 12h10M17 9l3 3l-3 3",
  in: "M10 7V5.5a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V17M4 12h10M11 9l3 3l-3 3",
  sun: "M12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z",
  screen: "M4.5 5h15a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM9 20h6M12 16.5V20",
  right: "M5 12h14M13.5 6.5L19 12l-5.5 5.5",
  left: "M19 12H5M10.5 6.5L5 12l5.5 5.5",
  warning: "M12 4.5L21 19.5H3L12 4.5ZM12 10.5v4M12 17.2v.1",
  info: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM12 11v5M12 8.2v.1",
  bolt: "M13 3L5 13.5h6L10.5 21L19 10.5h-6L13 3Z",
  shield: "M12 3.5l7 2.5v5.5c0 4.5-2.9 7.6-7 9c-4.1-1.4-7-4.5-7-9V6l7-2.5ZM9 12l2.2 2.2L15.2 10",
  code: "M8.5 8L4.5 12l4 4M15.5 8l4 4l-4 4M13 5.5l-2 13",
  today:
    "M5 5.5h14a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1ZM8 3v4M16 3v4M4 10h16M9 15l2.2 2.2L15.5 13",
  plus: "M12 5v14M5 12h14",
  more: "M4.5 7h15M4.5 12h15M4.5 17h15",
  edit: "M14.5 5.5l4 4M5 19l1-4.2L15.8 5a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L9.200 18L5 19Z",
  move: "M4 8h13M13.500 4.500L17 8l-3.500 3.500M20 16H7M10.500 12.500L7 16l3.500 3.500",
  note: "M6 4h12a1 1 0 0 1 1 1v9.500L14.500 20H6a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM14.500 20v-4.500a1 1 0 0 1 1-1H19M8.500 8.500h7M8.500 12h4",
  mail: "M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4.500 7.500L12 13l7.500-5.500",
  phone:
    "M6 4h3l1.500 4L8.500 9.500a10 10 0 0 0 6 6L16 13.500l4 1.500v3a2 2 0 0 1-2.200 2A15 15 0 0 1 4 6.200A2 2 0 0 1 6 4Z",
  keyboard:
    "M4.500 7h15a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM7 10.500h.1M10.300 10.500h.1M13.600 10.500h.1M17 10.500h.1M8 13.800h8",
  chart: "M4 20h16M7 16.500V11M12 16.500V5M17 16.500V8.500",
  key: "M8 8.500a3.500 3.500 0 1 1 0 7a3.500 3.500 0 0 1 0-7ZM11.500 12H20.500M17 12v3.500M20.500 12v2.500",
  hook: "M12 4a3.500 3.500 0 0 1 3 5.300L12 14.500M12 4a3.500 3.500 0 0 0-3.400 4.300M7.300 11.800A3.500 3.500 0 1 0 10.200 17H17M17 13.500a3.500 3.500 0 1 1-2.800 5.600M9.700 9.500L7 14.500",
  settings:
    "M4.500 8H9M13 8h6.500M11 6a2 2 0 1 1 0 4a2 2 0 0 1 0-4ZM4.500 16h7.500M16 16h3.500M14 14a2 2 0 1 1 0 4a2 2 0 0 1 0-4Z",
  tag: "M4 5a1 1 0 0 1 1-1h6.500l8.500 8.500a1.400 1.400 0 0 1 0 2L14.500 20a1.400 1.400 0 0 1-2 0L4 11.500ZM8.300 8.300h.1",
  box: "M12 3.500l7.500 4v9L12 20.500l-7.500-4v-9L12 3.500ZM4.500 7.500L12 11.500l7.500-4M12 11.500v9",
  card: "M4.500 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM3.500 10h17M7 14.500h3.500",
  widget: "M5 4.500h14a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM4 8.500h16M8 12h8v4H8Z",
  dots: "M6 12h.1M12 12h.1M18 12h.1",
  previous: "M14.5 6.5L9 12l5.5 5.5",
  next: "M9.5 6.5L15 12l-5.5 5.5",
  print: "M7.5 9V4.5h9V9M7.5 16.500H4.500V9h15v7.500h-3M7.500 14h9v6h-9Z",
  copy: "M9 8.500h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM5.500 15.500a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1",
  columns:
    "M4.500 5h15a.500.500 0 0 1 .500.500v13a.500.500 0 0 1-.500.500h-15a.500.500 0 0 1-.500-.500v-13a.500.500 0 0 1 .500-.500ZM9.300 5v14M14.600 5v14",
  download: "M12 4v11M7.500 10.500L12 15l4.500-4.500M5 19.500h14",
} as const;

export type IconName = keyof typeof SHAPES;

/** Those that point along the line of text, and so the other way where it is written from right to left (theme.css). */
const ALONG_THE_LINE = new Set<IconName>(["left", "right", "previous", "next", "back", "in", "out"]);

/** An icon beside words that say the same; screen readers pass over it. `size` in CSS pixels. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 16 ? 1.75 : 2} // small, it would look pale
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      data-along-line={ALONG_THE_LINE.has(name) || undefined}
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}

/** The kind of business: selects the texts and defaults of the onboarding. */
export const businessKinds = ["people", "courts", "classes", "tables"] as const;
export type BusinessKind = (typeof businessKinds)[number];

/** Open from one time to another, or only at these times. HH:MM in the company's zone. */
type UsualTimes = { start: string; end: string } | { starts: string[] };

export interface UsualSetUp {
  /** The selectable types of resource, the most common first. */
  types: [string, ...string[]];
  capacity: number;
  duration_minutes: number;
  /** Longer lengths that guests can choose as well, priced in proportion. */
  longer_minutes: number[];
  /** Minutes between start times; null for back to back. */
  step_minutes: number | null;
  /** ISO weekdays, 1 for Monday. */
  days: number[];
  times: UsualTimes;
}

const WEEKDAYS = [1, 2, 3, 4, 5];
const WHOLE_WEEK = [...WEEKDAYS, 6, 7];

/**
 * Defaults for each kind of business. Restaurant guests book seats of an area rather than a table:
 * a resource with several seats takes several parties, so strangers would share a table of four.
 */
export const USUAL: Record<BusinessKind, UsualSetUp> = {
  people: {
    types: ["person"],
    capacity: 1,
    duration_minutes: 30,
    longer_minutes: [],
    step_minutes: null,
    days: WEEKDAYS,
    times: { start: "09:00", end: "17:00" },
  },
  courts: {
    types: ["court", "room", "desk", "vehicle", "equipment"],
    capacity: 1,
    duration_minutes: 60,
    longer_minutes: [90],
    step_minutes: null,
    days: WHOLE_WEEK,
    times: { start: "08:00", end: "22:00" },
  },
  classes: {
    types: ["class"],
    capacity: 12,
    duration_minutes: 60,
    longer_minutes: [],
    step_minutes: null,
    days: [1, 3],
    times: { starts: ["18:30"] },
  },
  tables: {
    types: ["area"],
    capacity: 20,
    duration_minutes: 90,
    longer_minutes: [],
    step_minutes: 30,
    days: WHOLE_WEEK,
    times: { start: "17:00", end: "22:00" },
  },
};

/**
 * The longer lengths of a service of this duration, priced in proportion; those that are not longer
 * are omitted.
 */
export const usualLengths = (
  { longer_minutes }: Pick<UsualSetUp, "longer_minutes">,
  duration: number,
  price: number | null,
): { minutes: number; price_amount: number | null }[] =>
  longer_minutes
    .filter((minutes) => minutes > duration)
    .map((minutes) => ({
      minutes,
      price_amount: price && Math.round((price * minutes) / duration),
    }));

/** The kind of business for a type of resource, for companies that never chose one. */
export function kindOfType(type: string): BusinessKind {
  return businessKinds.find((kind) => USUAL[kind].types.includes(type)) ?? "people";
}

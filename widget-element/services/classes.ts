import type { TemplateResult } from "lit";
import type { Bookable } from "../choose/bookables";
import { dayView } from "../choose/day-view";
import { skeletonGrid } from "../shared/frame";
import type { StepProps } from "../shared/props";

/** Whether a service has several places at a time, such as a yoga class. */
export const isClass = ({ schedule, resources }: Bookable): boolean =>
  !!schedule && resources.every(({ capacity, type }) => capacity > 1 && type !== "area");

/** The choice of a time: a week of classes, or four weeks of days. */
export function pickView(props: StepProps): TemplateResult {
  const { store, state } = props;
  const { flow, timetable } = state;
  if (!flow.bookable || !isClass(flow.bookable) || timetable === null) return dayView(props);
  if (timetable) return timetable.view(props);
  void import("../timetable/index").then(
    (timetable) => store.set({ timetable }),
    () => store.set({ timetable: null }),
  );
  return skeletonGrid(props);
}

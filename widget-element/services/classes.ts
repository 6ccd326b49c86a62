import type { TemplateResult } from "lit";
import { isClass } from "../choose/bookables";
import { dayView } from "../choose/day-view";
import { skeletonGrid } from "../shared/frame";
import type { StepProps } from "../shared/props";
import { listView } from "./list-view";

/**
 * The choice of a service or of its time: a week of classes, if most are; for anything else, or if
 * that could not load, a list of services, then four weeks of days.
 */
export function pickView(props: StepProps): TemplateResult {
  const { store, state } = props;
  const { flow, timetable } = state;
  const isFirst = flow.step === "what";
  const otherwise = isFirst ? listView : dayView;
  const these = isFirst ? flow.bookables : flow.bookable ? [flow.bookable] : [];
  const isMost = these.filter(isClass).length * 2 >= (these.length || 1);
  if (timetable === null || !isMost || (!isFirst && flow.bookable?.visit)) return otherwise(props);
  if (timetable) return timetable.view(props, otherwise);
  void import("../timetable/index").then(
    (timetable) => store.set({ timetable }),
    () => store.set({ timetable: null }),
  );
  return skeletonGrid(props);
}

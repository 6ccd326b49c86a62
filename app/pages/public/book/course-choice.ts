import type { ScheduleCourse } from "~/contract/course";
import { parseInstant } from "~/lib/time";
import type { BookableService } from "./choice";

/** Whether guests book a service's times as a course alone. */
export const isCourseOnly = ({ course }: Pick<BookableService, "course">): boolean =>
  course?.single_dates === false;

/** The dates that are booked with the course now. */
export const datesAhead = ({ dates }: ScheduleCourse): ScheduleCourse["dates"] =>
  dates.filter(({ state }) => state !== "past");

/** Identifies the dates that a form showed. */
export const shownStarts = (course: ScheduleCourse): string =>
  datesAhead(course)
    .map(({ starts_at }) => starts_at)
    .join(",");

/** The starts of the dates that a form showed. */
export const startsIn = (form: URLSearchParams): Date[] =>
  (form.get("shown_dates") ?? "").split(",").flatMap((start) => {
    const at = parseInstant(start);
    return at === null ? [] : [new Date(at)];
  });

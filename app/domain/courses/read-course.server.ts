import type { ScheduleCourse } from "~/contract/course";
import type { CourseQuery } from "~/contract/course-query";
import type { StaffActor } from "../identity/actor";
import { getSchedule } from "../schedules/read-schedule.server";
import { peopleOf, planCourse, toScheduleCourse } from "./plan-course.server";

/** A schedule's course with the state of each date. Throws not_found. */
export async function readCourse(
  actor: StaffActor,
  id: string,
  query: CourseQuery,
): Promise<ScheduleCourse> {
  return toScheduleCourse(await planCourse(actor, await getSchedule(actor, id), peopleOf(query)));
}

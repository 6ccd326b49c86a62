import type { ScheduleCourse } from "~/contract/course";
import type { WidgetCourseQuery } from "~/contract/course-query";
import { notFound } from "~/lib/app-error";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import {
  type CoursePlan,
  peopleOf,
  planCourse,
  toScheduleCourse,
} from "../courses/plan-course.server";
import { readSchedule } from "../hours/stored-schedule.server";
import type { KeyActor } from "../identity/actor";
import type { PartyWish } from "../quotes/choose-party";

/** The course of a schedule that this widget offers. Throws not_found, origin_not_allowed. */
export async function readGuestCourse(
  caller: KeyActor,
  { config_id, ...query }: WidgetCourseQuery,
): Promise<ScheduleCourse> {
  const actor = await chooseConfiguration(caller, config_id);
  const { schedule_id } = query;
  return toScheduleCourse(await planGuestCourse(actor, { schedule_id, ...peopleOf(query) }));
}

/** Private services are unknown: booking links open single times. Throws not_found. */
export async function planGuestCourse(
  actor: KeyActor,
  { schedule_id, ...wish }: { schedule_id: string } & PartyWish,
): Promise<CoursePlan> {
  const schedule = await readSchedule(actor.tenant.id, schedule_id);
  const isListed = actor.configuration.schedule_ids?.includes(schedule_id) ?? true;
  if (schedule === null || schedule.private || !isListed) throw notFound("Schedule", schedule_id);
  return planCourse(actor, schedule, wish);
}

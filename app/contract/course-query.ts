import { z } from "zod";
import { ConfigId, PartySizeQuery, ScheduleId } from "./fields";

export const CourseQuery = z.object({ party_size: PartySizeQuery });
export type CourseQuery = z.output<typeof CourseQuery>;

export const WidgetCourseQuery = CourseQuery.extend({
  schedule_id: ScheduleId,
  config_id: ConfigId,
});
export type WidgetCourseQuery = z.output<typeof WidgetCourseQuery>;

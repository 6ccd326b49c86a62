import { z } from "zod";
import { listOf } from "./common";
import { ChosenParty, ConfigId, PartySizeQuery, ScheduleId } from "./fields";

/** `adult:1,child:2` for people by kind. */
const PartyQuery = listOf(
  z.string().regex(/^[a-z0-9_-]{1,40}:[0-9]{1,3}$/, { error: "Write each kind as adult:2." }),
)
  .transform((named) =>
    named.map((each) => {
      const [kind, count] = each.split(":");
      return { kind, count: Number(count) };
    }),
  )
  .pipe(ChosenParty)
  .optional()
  .describe(
    "People by kind for whom to state the price, e.g. adult:1,child:2, in place of `party_size`.",
  );

export const CourseQuery = z.object({ party_size: PartySizeQuery, party: PartyQuery });
export type CourseQuery = z.output<typeof CourseQuery>;

export const WidgetCourseQuery = CourseQuery.extend({
  schedule_id: ScheduleId,
  config_id: ConfigId,
});
export type WidgetCourseQuery = z.output<typeof WidgetCourseQuery>;

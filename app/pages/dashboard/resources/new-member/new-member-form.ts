import { z } from "zod";
import { Id } from "~/contract/common";
import { NewResource } from "~/contract/resources";
import { NewUser } from "~/contract/users";
import { weekAndDateFields } from "~/ui/hours/hours-form";
import { NEW_HOURS } from "../hours-values";
import { offeredFields } from "../offered-services";

/** A person with services, hours and, with an email address, an invitation. */
export const NewMemberForm = z.object({
  name: NewResource.shape.name,
  ...offeredFields,
  hours_id: z
    .union([Id, z.literal(NEW_HOURS)])
    .optional()
    .describe("none: whenever their services are open"),
  ...weekAndDateFields,
  email: NewUser.shape.email.optional().describe("none: no invitation"),
  role: NewUser.shape.role.default("staff"),
});
export type NewMemberForm = z.output<typeof NewMemberForm>;

import { z } from "zod";
import { Role } from "~/contract/common";
import { NewUser, UserPatch } from "~/contract/users";

// What the forms of the team pages send. A field that was left empty is not there.

const own_hours = z.boolean().default(false);
const resource_ids = UserPatch.shape.resource_ids.unwrap().default([]);

export const InviteForm = z.object({
  email: NewUser.shape.email,
  name: NewUser.shape.name.unwrap().unwrap().optional(),
  role: NewUser.shape.role,
  resource_ids,
  own_hours,
});
export type InviteForm = z.output<typeof InviteForm>;

/** The forms of a person's own page. */
export const PersonForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("edit"),
    name: NewUser.shape.name.unwrap().unwrap().optional(),
    role: Role.optional(),
    resource_ids,
    own_hours,
  }),
  z.object({ intent: z.literal("resend") }),
  z.object({ intent: z.literal("hand_over") }),
  z.object({ intent: z.literal("remove") }),
]);
export type PersonForm = z.output<typeof PersonForm>;

/** The right to change hours is for staff who are limited to some resources. */
export const mayOwnHours = (form: {
  role?: Role | undefined;
  resource_ids: string[];
  own_hours: boolean;
}): boolean => form.own_hours && form.role === "staff" && form.resource_ids.length > 0;

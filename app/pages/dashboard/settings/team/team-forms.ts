import { z } from "zod";
import { Role } from "~/contract/common";
import { NewUser, UserPatch } from "~/contract/users";

// Forms of the team pages. Empty fields are omitted.

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

/** Permission to change hours applies to staff limited to some resources. */
export const mayOwnHours = (form: {
  role?: Role | undefined;
  resource_ids: string[];
  own_hours: boolean;
}): boolean => form.own_hours && form.role === "staff" && form.resource_ids.length > 0;

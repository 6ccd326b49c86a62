import { z } from "zod";
import { Email, fitsIn, Id, IdParams, Instant, pageOf, PageQuery, Role, text } from "./common";
import { operation, session } from "./operation";

export const UserStatus = z.enum(["active", "invited"]);
/** Someone who works for the tenant, or was asked to: an invitation is in the same list until it is accepted. */
export const User = z.object({
  id: Id,
  status: UserStatus,
  email: z.string(),
  name: z.string().nullable(),
  role: Role,
  resource_ids: z.array(Id).describe("the resources staff and viewers are limited to; empty: all"),
  last_seen_at: Instant.nullable(),
  invitation_expires_at: Instant.nullable().describe("invited: until when the link in the mail works"),
  live_keys: z.int().describe("API keys whose text they know and that work; revoke the secret ones when they leave"),
  created_at: Instant,
});
export type User = z.infer<typeof User>;

const ResourceIds = z
  .array(Id)
  .max(200)
  .transform((ids) => [...new Set(ids)]);
/** The roles that can be given by invitation; ownership is handed over instead. */
export const GivenRole = Role.exclude(["owner"]);

export const NewUser = z.strictObject({
  email: Email,
  role: GivenRole,
  name: text(120, 1).nullable().default(null),
  resource_ids: ResourceIds.default([]),
});
export type NewUser = z.output<typeof NewUser>;

export const UserPatch = z
  .strictObject({
    name: text(120, 1),
    role: Role.describe("owner: hands the company over; the former owner becomes an admin"),
    resource_ids: ResourceIds,
  })
  .partial();
export type UserPatch = z.output<typeof UserPatch>;

export const UserFilter = PageQuery.extend({
  status: UserStatus.optional(),
  role: Role.optional(),
  search: text(100).optional().describe("part of a name or an e-mail address"),
});
export type UserFilter = z.output<typeof UserFilter>;

const most = 16_384;
const Short = text(60, 1);
/** How a person has arranged the dashboard, in this company. */
export const Preferences = z.strictObject({
  views: z
    .array(z.strictObject({ page: Short, name: Short, query: text(1000).describe("the page's address after the ?") }))
    .max(50)
    .describe("saved filters, as tabs of their page, in order"),
  columns: z.record(Short, z.array(Short).max(40)).describe("the columns of each list, by the list's name, in order"),
  calendar: z
    .strictObject({
      view: z.enum(["day", "week", "month", "agenda"]),
      colour: z.enum(["resource", "service"]).describe("what gives a booking its colour"),
      resource_ids: z.array(Id).max(50).describe("the resources that are shown; empty: all"),
    })
    .partial(),
  shortcuts: z.boolean().describe("whether single letters are shortcuts"),
});
export type Preferences = z.output<typeof Preferences>;
export const PreferencesPatch = Preferences.partial().refine(fitsIn(most), { error: "At most 16 KB in all." });
export type PreferencesPatch = z.output<typeof PreferencesPatch>;
export const preferencesFit = fitsIn(most);

export const users = {
  getPreferences: operation({
    method: "GET",
    path: "/api/users/me/preferences",
    caller: session("viewer", { secret_key: false }),
    summary: "How you have arranged the dashboard",
    returns: Preferences,
  }),
  updatePreferences: operation({
    method: "PATCH",
    path: "/api/users/me/preferences",
    caller: session("viewer", { secret_key: false }),
    summary: "Arrange the dashboard; a field that is sent replaces that field, the others stay",
    body: PreferencesPatch,
    returns: Preferences,
  }),
  list: operation({
    method: "GET",
    path: "/api/users",
    caller: session("admin"),
    summary: "List the users of the tenant and its pending invitations",
    query: UserFilter,
    returns: pageOf(User),
  }),
  invite: operation({
    method: "POST",
    path: "/api/users",
    caller: session("admin"),
    summary:
      "Invite someone by e-mail, for seven days; inviting the same address again sends a new link and ends the old",
    body: NewUser,
    returns: User,
    status: 201,
    errors: ["already_exists"],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/users/:id",
    caller: session("admin"),
    summary: "Change a user or an invitation: name, role, resources; the owner hands the company over with role owner",
    params: IdParams,
    body: UserPatch,
    returns: User,
    errors: ["invalid_transition"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/users/:id",
    caller: session("admin"),
    summary: "Remove a user, whose sessions here end at once, or withdraw an invitation",
    params: IdParams,
    status: 204,
    errors: ["invalid_transition"],
  }),
};

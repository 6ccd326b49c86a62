import { z } from "zod";
import {
  Email,
  fitsIn,
  Id,
  IdParams,
  Instant,
  Name,
  pageOf,
  PageQuery,
  Role,
  text,
} from "./common";
import { CreatedAt } from "./fields";
import { operation, session } from "./operation";
import { WidgetLocale } from "./widget-configs";

export const UserStatus = z
  .enum(["active", "invited"])
  .describe("Status of the user; `invited` until the invitation is accepted.");
export const User = z
  .object({
    id: Id.describe("ID of the user or invitation."),
    status: UserStatus,
    email: z.string().describe("Email address of the user."),
    name: z.string().nullable().describe("Full name of the user; null if unknown."),
    role: Role.describe("Role of the user in the tenant."),
    resource_ids: z
      .array(Id)
      .describe("IDs of the resources that staff and viewers are limited to; all if empty."),
    own_hours: z
      .boolean()
      .describe("Whether a user limited to resources may change the hours of those."),
    last_seen_at: Instant.nullable().describe(
      "When the user was last active, in UTC; null if they haven't signed in.",
    ),
    invitation_expires_at: Instant.nullable().describe(
      "When the link in the invitation expires, in UTC; null for an active user.",
    ),
    live_keys: z
      .int()
      .describe(
        "Number of working API keys whose text the user knows; the secret ones end with their membership.",
      ),
    created_at: CreatedAt,
  })
  .describe("A user of the tenant, or a pending invitation.");
export type User = z.infer<typeof User>;

const ResourceIds = z
  .array(Id)
  .max(200)
  .transform((ids) => [...new Set(ids)]);
const ownHours = z
  .boolean()
  .describe("Whether a user limited to resources may change the hours of those.");
/** Roles that can be assigned by invitation; ownership is transferred instead. */
export const GivenRole = Role.exclude(["owner"]).describe(
  "A role that can be given by invitation.",
);

export const NewUser = z
  .strictObject({
    email: Email.describe("Email address to invite."),
    role: GivenRole.describe("Role of the user in the tenant."),
    name: Name.nullable().default(null).describe("Full name of the user; null if unknown."),
    resource_ids: ResourceIds.default([]).describe(
      "IDs of the resources that staff and viewers are limited to; all if empty.",
    ),
    own_hours: ownHours.default(false),
  })
  .describe("A user to invite.");
export type NewUser = z.output<typeof NewUser>;

export const UserPatch = z
  .strictObject({
    name: Name.describe("Full name of the user."),
    role: Role.describe(
      "Role of the user; `owner` transfers the tenant, and the former owner becomes an admin.",
    ),
    resource_ids: ResourceIds.describe(
      "IDs of the resources that staff and viewers are limited to; all if empty.",
    ),
    own_hours: ownHours,
  })
  .partial()
  .describe("Fields of a user to change.");
export type UserPatch = z.output<typeof UserPatch>;

export const UserFilter = PageQuery.extend({
  status: UserStatus.optional().describe("Only active or only invited users."),
  role: Role.optional().describe("Only users with this role."),
  search: text(100).optional().describe("Part of a name or an email address."),
});
export type UserFilter = z.output<typeof UserFilter>;

const most = 16_384;
const Short = text(60, 1);
export const Preferences = z
  .strictObject({
    views: z
      .array(
        z.strictObject({
          page: Short.describe("Page the filter belongs to."),
          name: Short.describe("Name of the tab."),
          query: text(1000).describe("Query string of the page's URL, without the question mark."),
        }),
      )
      .max(50)
      .describe("Saved filters, shown as tabs of their page, in order."),
    columns: z
      .record(Short, z.array(Short).max(40))
      .describe("Columns of each list, by the list's name, in order."),
    calendar: z
      .strictObject({
        view: z
          .enum(["day", "week", "month", "agenda"])
          .describe("View of the calendar: a day, week or month, or an agenda."),
        colour: z
          .enum(["resource", "service"])
          .describe("Whether bookings are colored by resource or by service."),
        resource_ids: z.array(Id).max(50).describe("IDs of the resources shown; all if empty."),
      })
      .partial()
      .describe("Settings of the calendar."),
    shortcuts: z.boolean().describe("Whether single-letter keyboard shortcuts are on."),
    language: WidgetLocale.nullable().describe(
      "Language of the dashboard, e.g. nl; null for the browser's.",
    ),
  })
  .describe("A user's dashboard settings for this tenant.");
export type Preferences = z.output<typeof Preferences>;
export const PreferencesPatch = Preferences.partial()
  .refine(fitsIn(most), { error: "At most 16 KB in all." })
  .describe("Dashboard settings to change.");
export type PreferencesPatch = z.output<typeof PreferencesPatch>;
export const preferencesFit = fitsIn(most);

export const users = {
  getPreferences: operation({
    method: "GET",
    path: "/api/users/me/preferences",
    caller: session("viewer", { secret_key: false }),
    summary: "Get your dashboard settings",
    returns: Preferences,
  }),
  updatePreferences: operation({
    method: "PATCH",
    path: "/api/users/me/preferences",
    caller: session("viewer", { secret_key: false }),
    summary: "Update your dashboard settings; a field that is sent is replaced, the others stay",
    body: PreferencesPatch,
    returns: Preferences,
  }),
  list: operation({
    method: "GET",
    path: "/api/users",
    caller: session("admin"),
    summary: "List users and pending invitations",
    query: UserFilter,
    returns: pageOf(User),
  }),
  invite: operation({
    method: "POST",
    path: "/api/users",
    caller: session("admin"),
    summary:
      "Invite a user by email, valid for seven days; inviting the same address again replaces the link",
    body: NewUser,
    returns: User,
    status: 201,
    errors: ["already_exists"],
  }),
  get: operation({
    method: "GET",
    path: "/api/users/:id",
    caller: session("admin"),
    summary: "Get a user or an invitation",
    params: IdParams,
    returns: User,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/users/:id",
    caller: session("admin"),
    summary:
      "Update the name, role or resources of a user or invitation; role owner transfers the tenant",
    params: IdParams,
    body: UserPatch,
    returns: User,
    errors: ["invalid_transition"],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/users/:id",
    caller: session("admin"),
    summary: "Remove a user, ending their sessions here, or withdraw an invitation",
    params: IdParams,
    status: 204,
    errors: ["invalid_transition"],
  }),
};

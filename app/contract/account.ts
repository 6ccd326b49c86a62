import { z } from "zod";
import { Id, pageOf, PageQuery, Role, text } from "./common";
import { operation, session } from "./operation";

/** A company that an account belongs to, and in which role. */
export const Membership = z.object({
  id: Id.describe("of the tenant"),
  name: z.string(),
  slug: z.string(),
  role: Role,
  is_current: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

export const SwitchTenant = z.strictObject({ tenant_id: Id });

export const CONFIRM_PHRASE = "delete permanently";
/** What is typed before everything of a company is deleted for good. */
export const AccountDeletion = z.strictObject({
  confirm_name: text(120).describe("the exact name of the company"),
  confirm_phrase: z.literal(CONFIRM_PHRASE, { error: `Type the words "${CONFIRM_PHRASE}".` }),
  cancel_and_refund: z.boolean().default(false).describe("cancels the paid bookings in the future, then deletes"),
});
export type AccountDeletion = z.output<typeof AccountDeletion>;

export const account = {
  tenants: operation({
    method: "GET",
    path: "/api/account/tenants",
    caller: session("viewer", { secret_key: false }),
    summary: "The companies this account belongs to",
    query: PageQuery,
    returns: pageOf(Membership),
  }),
  switch: operation({
    method: "POST",
    path: "/api/account/switch",
    caller: session("viewer", { secret_key: false }),
    summary: "Work for another company of this account, in this session",
    body: SwitchTenant,
    returns: Membership,
    errors: ["not_found"],
  }),
  export: operation({
    method: "GET",
    path: "/api/account/export",
    caller: session("admin"),
    summary:
      "Everything of the tenant as one zip archive: JSON for each kind of record, CSV for bookings and customers",
  }),
  delete: operation({
    method: "POST",
    path: "/api/account/delete",
    caller: session("owner", { secret_key: false }),
    summary: "Permanently delete the tenant with everything it has; needs a session younger than ten minutes",
    body: AccountDeletion,
    status: 204,
    errors: ["in_use"],
  }),
};

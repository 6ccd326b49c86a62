import { z } from "zod";
import { Id, Instant, pageOf, PageQuery, Role, text } from "./common";
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
  failed_refunds_settled: z
    .boolean()
    .default(false)
    .describe("the money of refunds that failed has gone back in another way: they are no longer waited for"),
});
export type AccountDeletion = z.output<typeof AccountDeletion>;

const Count = z.int().min(0);
/** How far the deletion of a company is, while its guests' money is being settled. */
export const AccountClosing = z
  .object({
    state: z
      .enum(["waiting", "refund_failed", "provider_unavailable", "overdue"])
      .describe(
        "waiting: the provider has not decided about a payment or a refund, or guests have not been told yet. refund_failed: give the money back in another way, or try again (POST /api/bookings/:id/refund with payment_id). provider_unavailable: it is tried again by itself. overdue: 14 days have gone by and a person has to look at it",
      ),
    requested_at: Instant.describe("when it was asked for"),
    overdue_at: Instant.describe("from when a person is asked to look at it"),
    open_checkouts: Count.describe("checkouts that have not ended yet"),
    processing: Count.describe("payments that the provider has not decided about"),
    refunds_under_way: Count.describe("refunds that the provider has not carried out yet"),
    unsent_messages: Count.describe(
      "messages to guests whose paid bookings were cancelled by it and that are not sent yet; waited for an hour at most",
    ),
    failed_refunds: Count.describe("payments whose refund failed: their money is still on the company's account"),
  })
  .describe("how far the deletion of a company is, while its guests' money is being settled");
export type AccountClosing = z.infer<typeof AccountClosing>;

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
    summary:
      "Permanently delete the tenant with everything it has; needs a session younger than ten minutes. While guests' money is being settled it answers 202, goes on by itself, and tells the state when it is called again",
    body: AccountDeletion,
    status: 204,
    later: AccountClosing,
    errors: ["in_use"],
    idempotent: { never: "what the company keeps ends with it; called again it tells how far the deletion is" },
  }),
  deletion: operation({
    method: "GET",
    path: "/api/account/deletion",
    caller: session("owner", { secret_key: false }),
    summary: "How far the deletion of the tenant is; 404 where none was asked for",
    returns: AccountClosing,
    errors: ["not_found"],
  }),
};

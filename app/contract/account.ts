import { z } from "zod";
import { Instant, pageOf, PageQuery, Role, text } from "./common";
import { TenantId, TenantSlug } from "./fields";
import { operation, session } from "./operation";

export const Membership = z
  .object({
    id: TenantId,
    name: z.string().describe("Name of the tenant."),
    slug: TenantSlug,
    role: Role.describe("Role of the account in the tenant."),
    is_current: z.boolean().describe("Whether this session works for the tenant."),
  })
  .describe("A tenant that the account belongs to.");
export type Membership = z.infer<typeof Membership>;

export const SwitchTenant = z
  .strictObject({ tenant_id: TenantId })
  .describe("The tenant to switch to.");

export const CONFIRM_PHRASE = "delete permanently";
export const AccountDeletion = z
  .strictObject({
    confirm_name: text(120).describe("Exact name of the tenant."),
    confirm_phrase: z
      .literal(CONFIRM_PHRASE, { error: `Type the words "${CONFIRM_PHRASE}".` })
      .describe('The words "delete permanently", to confirm.'),
    cancel_and_refund: z
      .boolean()
      .default(false)
      .describe("Whether to cancel and refund paid future bookings before deleting."),
    failed_refunds_settled: z
      .boolean()
      .default(false)
      .describe("Whether failed refunds were paid back another way and are no longer waited for."),
  })
  .describe("Confirmation of deleting the tenant.");
export type AccountDeletion = z.output<typeof AccountDeletion>;

const Count = z.int().min(0);
export const AccountClosing = z
  .object({
    state: z
      .enum(["waiting", "refund_failed", "cash_owed", "provider_unavailable", "overdue"])
      .describe(
        "What the deletion waits for. `waiting`: the provider's decision about a payment or refund, or messages to guests. `refund_failed`: pay it back another way, or retry with POST /api/bookings/:id/refund and payment_id. `cash_owed`: hand it back and confirm it with POST /api/bookings/:id/handed-back. `provider_unavailable`: retried automatically. `overdue`: 14 days have passed and someone must look at it.",
      ),
    requested_at: Instant.describe("When the deletion was requested, in UTC."),
    overdue_at: Instant.describe("When the deletion becomes overdue, in UTC."),
    open_checkouts: Count.describe("Number of checkouts still open."),
    processing: Count.describe("Number of payments the provider hasn't decided about."),
    cash_owed: Count.describe("Number of cash refunds nobody has confirmed as handed back."),
    refunds_under_way: Count.describe("Number of refunds the provider hasn't completed."),
    unsent_messages: Count.describe(
      "Number of unsent messages to guests whose paid bookings were cancelled; waited for an hour at most.",
    ),
    failed_refunds: Count.describe(
      "Number of payments whose refund failed; their money is still in the tenant's account.",
    ),
  })
  .describe("Progress of deleting a tenant while its guests' money is being settled.");
export type AccountClosing = z.infer<typeof AccountClosing>;

export const account = {
  tenants: operation({
    method: "GET",
    path: "/api/account/tenants",
    caller: session("viewer", { secret_key: false }),
    summary: "List the tenants of this account",
    query: PageQuery,
    returns: pageOf(Membership),
  }),
  switch: operation({
    method: "POST",
    path: "/api/account/switch",
    caller: session("viewer", { secret_key: false }),
    summary: "Switch this session to another tenant of the account",
    body: SwitchTenant,
    returns: Membership,
    errors: ["not_found"],
  }),
  export: operation({
    method: "GET",
    path: "/api/account/export",
    caller: session("admin"),
    summary:
      "Export all data of the tenant as one zip archive: JSON for each kind of record, CSV for bookings and customers",
  }),
  delete: operation({
    method: "POST",
    path: "/api/account/delete",
    caller: session("owner", { secret_key: false }),
    summary:
      "Permanently delete the tenant and all its data; needs a session younger than ten minutes. Returns 202 while guests' money is being settled; it then continues by itself, and calling again returns its progress",
    body: AccountDeletion,
    status: 204,
    later: AccountClosing,
    errors: ["in_use"],
    idempotent: {
      never: "kept responses are deleted with the tenant; calling it again returns the progress",
    },
  }),
  deletion: operation({
    method: "GET",
    path: "/api/account/deletion",
    caller: session("owner", { secret_key: false }),
    summary: "Get the progress of the tenant's deletion; 404 if none was requested",
    returns: AccountClosing,
    errors: ["not_found"],
  }),
};

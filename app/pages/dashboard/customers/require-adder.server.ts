import { mayAddCustomers } from "~/domain/customers/may-add";
import type { UserActor } from "~/domain/identity/actor";
import { pageError, requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";

/** For pages that add customers. Throws the 403 page for people limited to some resources. */
export async function requireAdder(request: Request): Promise<UserActor> {
  const actor = await requireActor(request, "staff");
  if (mayAddCustomers(actor)) return actor;
  throw pageError(403, t("You see the guests of your own resources. Book the guest to add them."));
}

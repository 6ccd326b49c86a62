import type { UserActor } from "~/domain/identity/actor";
import { fieldLimits } from "~/ui/form/field-limits";
import { NewServiceForm } from "~/ui/services/service-forms";
import { resourceChoices } from "../service-resources.server";

export type NewServiceView = Awaited<ReturnType<typeof loadNewService>>;

/** Form for a new service; the default length is one hour. */
export async function loadNewService(actor: UserActor) {
  const resources = (await resourceChoices(actor)).filter(({ active }) => active);
  const only = resources.length === 1 ? resources.map(({ id }) => id) : [];
  return {
    values: { duration_minutes: "60", resource_ids: only },
    limits: fieldLimits(NewServiceForm),
    resources,
    currency: actor.tenant.currency,
  };
}

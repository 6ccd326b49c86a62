import type { UserActor } from "~/domain/identity/actor";
import { fieldLimits } from "~/ui/form/field-limits";
import { NewServiceForm } from "~/ui/services/service-forms";
import { resourceChoices } from "../service-resources.server";
import type { NewServiceView } from "./new-service-page";

/** The form for a service, filled with what is usual: an hour, on working days. */
export async function loadNewService(actor: UserActor): Promise<NewServiceView> {
  const resources = (await resourceChoices(actor)).filter(({ active }) => active);
  const usual = Object.fromEntries([1, 2, 3, 4, 5].map((day) => [`day_${day}`, "09:00-17:00"]));
  const only = resources.length === 1 ? resources.map(({ id }) => id) : [];
  return {
    values: { duration_minutes: "60", ...usual, resource_ids: only },
    limits: fieldLimits(NewServiceForm),
    resources,
    currency: actor.tenant.currency,
    time_zone: actor.tenant.time_zone,
  };
}

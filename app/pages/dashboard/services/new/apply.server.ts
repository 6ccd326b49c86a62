import { NewSchedule } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { createSchedule } from "~/domain/schedules/schedules.server";
import { redirectWith } from "~/http/flash.server";
import { t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { isolate } from "~/lib/isolate";
import { USUAL_RULES } from "~/ui/hours/hours-form";
import { type NewServiceForm, priceOf } from "~/ui/services/service-forms";
import { servicePath } from "~/ui/services/service-view";

/**
 * Creates a service with default hours and redirects to them. Throws validation_failed, and like
 * createSchedule.
 */
export async function applyNewServiceForm(
  actor: UserActor,
  form: NewServiceForm,
): Promise<Response> {
  const { name, duration_minutes, resource_ids } = form;
  const price_amount = priceOf(form.price, actor.tenant.currency);
  if (resource_ids.length === 0)
    throw invalidField("resource_ids", t("Choose at least one."), "required");
  const input = NewSchedule.parse({
    name,
    duration_minutes,
    price_amount,
    resource_ids,
    rules: USUAL_RULES,
  });
  const { id } = await createSchedule(actor, input);
  const message = t("{{name}} created. Guests can book it at these hours.", {
    name: isolate(name),
  });
  return redirectWith(servicePath(id, "hours"), message);
}

import type { z } from "zod";
import { NewResource } from "~/contract/resources";
import { NewSchedule } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { createResource } from "~/domain/resources/resources.server";
import { addResources } from "~/domain/schedules/add-resources.server";
import { createSchedule, getSchedule } from "~/domain/schedules/schedules.server";
import { redirectWith } from "~/http/flash.server";
import { pageLocale, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { rulesOfDayHours } from "~/ui/services/day-hours";
import { RESOURCES_PATH as LIST, resourcePath } from "~/ui/resources/resource-path";
import { priceOf } from "~/ui/services/service-forms";
import type { NewResourceForm, WithHours } from "./new-resource-form";

/**
 * Creates a resource per name and assigns services; redirects to it or the list with the next step.
 * Throws the domain functions' errors.
 */
export async function applyNewResourceForm(
  actor: UserActor,
  form: NewResourceForm,
): Promise<Response> {
  // Validate first, so a resubmitted form creates nothing twice.
  const service = form.intent === "with_hours" ? serviceOf(actor, form) : null;
  const chosen = form.intent === "for_services" ? form.schedule_ids : [];
  const hours_id = (form.intent === "for_services" && form.hours_id) || null;
  const schedules = await Promise.all(chosen.map((id) => getSchedule(actor, id)));

  const ids: string[] = [];
  for (const name of form.names) {
    const { type, capacity } = form;
    const { id } = await createResource(
      actor,
      NewResource.parse({ name, type, capacity, hours_id, position: 100_000 }),
    );
    ids.push(id);
  }
  for (const { id } of schedules) await addResources(actor, id, ids);
  if (service !== null)
    await createSchedule(actor, NewSchedule.parse({ ...service, resource_ids: ids }));

  const offered = service === null ? schedules.map(({ name }) => name) : [service.name];
  return sayWhatIsNext(form.names, ids, offered);
}

function serviceOf(actor: UserActor, form: z.output<typeof WithHours>) {
  const price_amount = priceOf(form.price, actor.tenant.currency);
  const { service: name, duration_minutes } = form;
  return { name, duration_minutes, price_amount, rules: rulesOfDayHours(form) };
}

function sayWhatIsNext(names: string[], ids: string[], services: string[]): Response {
  const list = new Intl.ListFormat(pageLocale(), { type: "conjunction" });
  const [resource, service] = [list.format(names.map(isolate)), list.format(services.map(isolate))];
  const [id] = ids;
  const page = id !== undefined && ids.length === 1 ? resourcePath(id) : LIST;
  if (services.length > 0)
    return redirectWith(
      page,
      t("{{resource}} can be booked for {{service}}.", { resource, service }),
      null,
      {
        to: "/dashboard/calendar",
        label: t("Open calendar"),
      },
    );
  const next = ids.length === 1 ? page : "/dashboard/services";
  return redirectWith(
    page,
    t("{{resource}} added. Next: choose services for {{resource}}.", { resource }),
    null,
    {
      to: next,
      label: t("Choose services"),
    },
  );
}

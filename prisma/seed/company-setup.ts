import { NewResource } from "~/contract/resources";
import { NewSchedule } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { createResource } from "~/domain/resources/resources.server";
import { createSchedule } from "~/domain/schedules/schedules.server";
import { hoursOf } from "~/domain/hours/stored-hours";
import { addDays, localDateOf } from "~/lib/time";
import type { Company } from "./companies";
import type { MadeResource, MadeService } from "./make-history";

/** Creates a company's resources and services, as its owner would. */
export async function setUp(owner: UserActor, company: Company, now: number) {
  const resources: MadeResource[] = [];
  for (const [position, resource] of company.resources.entries())
    resources.push(await createResource(owner, NewResource.parse({ ...resource, position })));
  const services: MadeService[] = [];
  for (const { on, starts_in_days, prices = {}, ...service } of company.services) {
    const resource_ids = resources
      .filter(({ name }) => on?.includes(name) ?? true)
      .map(({ id }) => id);
    const today = localDateOf(now, company.time_zone);
    const valid_from = starts_in_days === undefined ? undefined : addDays(today, starts_in_days);
    const resource_terms = resources
      .filter(({ name }) => name in prices)
      .map(({ id, name }) => ({ resource_id: id, price_amount: prices[name] }));
    const whole = { ...service, resource_ids, resource_terms, valid_from };
    const made = await createSchedule(owner, NewSchedule.parse(whole));
    services.push({
      id: made.id,
      name: made.name,
      resource_ids,
      price_amount: service.price_amount,
      currency: company.currency,
      hours: { ...made, ...hoursOf(made) },
      processing: made.processing,
    });
  }
  return { resources, services };
}

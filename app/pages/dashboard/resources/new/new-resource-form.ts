import { z } from "zod";
import { Id, text } from "~/contract/common";
import { NewResource } from "~/contract/resources";
import { NameLines } from "~/domain/resources/name-lines";
import { dayHours } from "~/ui/services/day-hours";

const resources = { names: NameLines, ...NewResource.pick({ type: true, capacity: true }).shape };

/** New resources and their services. */
export const ForServices = z.object({
  intent: z.literal("for_services"),
  ...resources,
  schedule_ids: z.array(Id).max(100).default([]),
  hours_id: Id.optional().describe("none: whenever its services are open"),
});

/** New resources of a company without services, and the first service with hours. */
export const WithHours = z.object({
  intent: z.literal("with_hours"),
  ...resources,
  ...dayHours,
  service: text(120, 1),
  duration_minutes: z.int().min(5).max(1440),
  price: z.string().max(20).default(""),
});

export const NewResourceForm = z.discriminatedUnion("intent", [ForServices, WithHours]);
export type NewResourceForm = z.output<typeof NewResourceForm>;

import { z } from "zod";
import { Id } from "~/contract/common";
import type { Schedule } from "~/contract/schedules";
import type { OfferedService } from "~/domain/resources/resource-services.server";
import { AppError, invalidFields } from "~/lib/app-error";
import { writePrice } from "~/ui/form/price";
import { ownTerms, readOwnPrice, TERM_FIELDS } from "~/ui/services/own-terms";

// The services of a resource, each with its own length and price.

/** Maximum services listed; each has four fields, which stays below MAX_FORM_FIELDS. */
export const MAX_SERVICES = 100;

/** Fields of OfferedServices. */
export const offeredFields = {
  schedule_ids: z.array(Id).max(MAX_SERVICES).default([]),
  shown_ids: z
    .array(Id)
    .max(MAX_SERVICES)
    .default([])
    .describe("the services it had when the page was shown: only these can be taken away"),
  terms: z.record(z.string(), z.object(ownTerms)).default({}).describe("by the id of a service"),
};
type OfferedForm = z.output<z.ZodObject<typeof offeredFields>>;

/** The typed services. `schedules`: those listed. Throws validation_failed at each wrong price. */
export function offeredOf(
  { schedule_ids, shown_ids, terms }: OfferedForm,
  schedules: readonly Pick<Schedule, "id" | "currency" | "resource_terms">[],
  currency: string,
): OfferedService[] {
  const chosen = [...new Set(schedule_ids)].map((id) => {
    const typed = terms[id];
    const own = schedules.find((schedule) => schedule.id === id);
    const { price_amount, issues } = readOwnPrice(
      typed?.price ?? "",
      own?.currency ?? currency,
      `terms.${id}.price`,
    );
    const duration_minutes = typed?.minutes ?? null;
    return { schedule_id: id, terms: { duration_minutes, price_amount }, issues };
  });
  const issues = chosen.flatMap((service) => service.issues);
  if (issues.length > 0) throw invalidFields(issues);
  const left = [...new Set(shown_ids)].filter((id) => !schedule_ids.includes(id));
  return [
    ...chosen.map(({ schedule_id, terms: own }) => ({ schedule_id, terms: own })),
    ...left.map((schedule_id) => ({ schedule_id, terms: null })),
  ];
}

/** Runs `work` and maps its errors to the form's fields: `services.<id>.price_amount`. */
export async function withServiceFields<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.extra.issues === undefined) throw error;
    const issues = error.extra.issues.map((issue) => {
      const [list, id, term] = issue.path.split(".");
      if (list !== "services") return issue;
      const path = term === undefined ? "schedule_ids" : `terms.${id}.${TERM_FIELDS[term] ?? term}`;
      return { ...issue, path };
    });
    throw new AppError(error.code, error.message, { ...error.extra, issues });
  }
}

export interface ServiceLine {
  id: string;
  name: string;
  active: boolean;
  currency: string;
  /** The service's length and price, for a resource without its own. */
  usual: { minutes: string; price: string };
}

/** A service as the form lists it. */
export const serviceLine = (schedule: Schedule, currency: string): ServiceLine => ({
  id: schedule.id,
  name: schedule.name,
  active: schedule.active,
  currency: schedule.currency ?? currency,
  usual: {
    minutes: String(schedule.duration_minutes),
    price: writePrice(schedule.price_amount, schedule.currency),
  },
});

/** The services of a resource for the inputs. */
export function offeredValues(resourceId: string, schedules: readonly Schedule[]) {
  const offered = schedules.filter(({ resource_ids }) => resource_ids.includes(resourceId));
  const terms = offered.flatMap(({ id, currency, resource_terms }) =>
    resource_terms
      .filter(({ resource_id }) => resource_id === resourceId)
      .map(({ duration_minutes, price_amount }) => [
        id,
        {
          minutes: duration_minutes === null ? "" : String(duration_minutes),
          price: writePrice(price_amount, currency),
        },
      ]),
  );
  return {
    schedule_ids: offered.map(({ id }) => id),
    terms: Object.fromEntries(terms) as Record<string, { minutes: string; price: string }>,
  };
}

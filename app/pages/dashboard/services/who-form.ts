import { z } from "zod";
import { Id } from "~/contract/common";
import type { Issue } from "~/contract/errors";
import type { Schedule, SchedulePatch } from "~/contract/schedules";
import { Assign, NO_TERMS, type ResourceTerms } from "~/contract/service-fields";
import { invalidFields } from "~/lib/app-error";
import { writePrice } from "~/ui/form/price";
import { ownTerms, readOwnPrice, TERM_FIELDS, wholeNumber } from "~/ui/services/own-terms";
import { changeFields, type FormValues } from "~/ui/services/service-forms";
import type { FieldNames } from "./form-rows";

/** Maximum resources with separate terms in the form, to stay below MAX_FORM_FIELDS. */
export const MAX_TERMS = 60;

/** Resources of a service and their individual terms. */
export const WhoForm = z.object({
  ...changeFields,
  resource_ids: z.array(Id).max(200).default([]),
  assign: Assign.optional().describe("not asked where one resource alone can be chosen"),
  terms: z
    .record(
      z.string(),
      z.object({
        ...ownTerms,
        weight: wholeNumber(1, 1000),
        priority: wholeNumber(0, 1000),
      }),
    )
    .default({})
    .describe("by the id of a resource"),
});
export type WhoForm = z.output<typeof WhoForm>;
type TypedTerms = WhoForm["terms"][string];

/**
 * `listed`: resources in the form; others keep their assignment and terms. Throws validation_failed
 * with a resource's fields.
 */
export function patchOfWho(
  form: WhoForm,
  before: Schedule,
  currency: string,
  listed: string[],
): SchedulePatch {
  const unlisted = before.resource_ids.filter((id) => !listed.includes(id));
  const resource_ids = [...form.resource_ids, ...unlisted];
  const wrong: Issue[] = [];
  const resource_terms = resource_ids.toSorted().flatMap((id): ResourceTerms[] => {
    const stored = before.resource_terms.find(({ resource_id }) => resource_id === id);
    const typed = form.terms[id];
    if (typed === undefined) return stored === undefined ? [] : [stored];
    const { price_amount, issues } = readOwnPrice(
      typed.price,
      before.currency ?? currency,
      `terms.${id}.price`,
    );
    wrong.push(...issues);
    const terms = { ...termsOf(typed, stored), price_amount };
    return hasOwn(terms) ? [{ resource_id: id, ...terms }] : [];
  });
  if (wrong.length > 0) throw invalidFields(wrong);
  return {
    resource_ids,
    resource_terms,
    ...(form.assign !== undefined && { assign: form.assign }),
  };
}

/** In contract order, so equal terms compare equal. */
const termsOf = (
  typed: TypedTerms,
  stored: ResourceTerms | undefined,
): Omit<ResourceTerms, "resource_id"> => ({
  duration_minutes: typed.minutes ?? null,
  price_amount: null,
  length_options: stored?.length_options ?? null,
  weight: typed.weight ?? NO_TERMS.weight,
  priority: typed.priority ?? NO_TERMS.priority,
});

const hasOwn = (terms: Omit<ResourceTerms, "resource_id">): boolean =>
  // own keys
  Object.entries(NO_TERMS).some(([name, value]) => terms[name as keyof typeof terms] !== value);

/** "resource_terms.0.price_amount" → "terms.<id>.price". */
export function whoFieldNames({ resource_terms = [] }: SchedulePatch): FieldNames {
  return (path) => {
    const [field, index, name = ""] = path.split(".");
    const id = field === "resource_terms" ? resource_terms[Number(index)]?.resource_id : undefined;
    return id === undefined ? path : `terms.${id}.${TERM_FIELDS[name] ?? name}`;
  };
}

export function whoValues({
  resource_ids,
  assign,
  resource_terms,
  currency,
}: Schedule): FormValues {
  const shown = (value: number | null, usual: number | null) =>
    value === usual ? "" : String(value);
  return {
    resource_ids,
    assign,
    terms: Object.fromEntries(
      resource_terms.map(({ resource_id, duration_minutes, price_amount, weight, priority }) => [
        resource_id,
        {
          minutes: shown(duration_minutes, null),
          price: writePrice(price_amount, currency),
          weight: shown(weight, NO_TERMS.weight),
          priority: shown(priority, NO_TERMS.priority),
        },
      ]),
    ),
  };
}

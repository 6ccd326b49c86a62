import { z } from "zod";
import { Id } from "~/contract/common";
import type { Issue } from "~/contract/errors";
import type { Schedule, SchedulePatch } from "~/contract/schedules";
import { Assign, NO_TERMS, type ResourceTerms, serviceFields } from "~/contract/service-fields";
import { invalidFields } from "~/lib/app-error";
import { writePrice } from "~/ui/form/price";
import { ownTerms, readOwnPrice, TERM_FIELDS, wholeNumber } from "~/ui/services/own-terms";
import { changeFields, type FormValues } from "~/ui/services/service-forms";
import {
  type FieldNames,
  type FilledRow,
  filledRows,
  formRows,
  parseField,
  RowChange,
} from "./form-rows";

/** Maximum resources with separate terms in the form, to stay below MAX_FORM_FIELDS. */
export const MAX_TERMS = 60;

const NeedRow = z.object({
  of: z.string().max(60).default("").describe('"resource" or "group" with its id; "" for none'),
  seats: wholeNumber(1, 500),
  minutes_before: wholeNumber(0, 480),
  minutes_after: wholeNumber(0, 480),
  shown: z.boolean().default(false),
});
type NeedRow = z.output<typeof NeedRow>;

/** Resources of a service, their individual terms, and what else it needs. */
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
  needs: formRows(NeedRow),
  rows: RowChange,
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
    needs: parseField(
      serviceFields.needs,
      "needs",
      needRows(form).map(({ row }) => needOf(row)),
    ),
    ...(form.assign !== undefined && { assign: form.assign }),
  };
}

const needRows = ({ needs }: Pick<WhoForm, "needs">): FilledRow<NeedRow>[] =>
  filledRows(needs, ({ of }) => of !== "");

/** In contract order, so equal needs compare equal. */
function needOf({ of, seats, minutes_before, minutes_after, shown }: NeedRow) {
  const [kind, id = ""] = of.split(" ");
  return {
    resource_id: kind === "resource" ? id : null,
    group_id: kind === "group" ? id : null,
    seats: seats ?? 1,
    minutes_before: minutes_before ?? 0,
    minutes_after: minutes_after ?? 0,
    shown,
  };
}

/** The value of a need's choice in the form. */
export const needChoice = ({
  resource_id,
  group_id,
}: Pick<Schedule["needs"][number], "resource_id" | "group_id">): string =>
  group_id === null ? `resource ${resource_id}` : `group ${group_id}`;

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

/** "resource_terms.0.price_amount" → "terms.<id>.price", "needs.0.seats" → "needs[2].seats". */
export function whoFieldNames(form: WhoForm, { resource_terms = [] }: SchedulePatch): FieldNames {
  return (path) => {
    const [field, index, name = ""] = path.split(".");
    const need = field === "needs" ? needRows(form)[Number(index)] : undefined;
    if (need !== undefined)
      return `needs[${need.index}].${name === "resource_id" || name === "group_id" ? "of" : name}`;
    const id = field === "resource_terms" ? resource_terms[Number(index)]?.resource_id : undefined;
    return id === undefined ? path : `terms.${id}.${TERM_FIELDS[name] ?? name}`;
  };
}

export function whoValues({
  resource_ids,
  assign,
  resource_terms,
  currency,
  needs,
}: Schedule): FormValues {
  const shown = (value: number | null, usual: number | null) =>
    value === usual ? "" : String(value);
  return {
    resource_ids,
    assign,
    needs: needs.map(({ seats, minutes_before, minutes_after, shown: isShown, ...need }) => ({
      of: needChoice(need),
      seats: String(seats),
      minutes_before: shown(minutes_before, 0),
      minutes_after: shown(minutes_after, 0),
      shown: isShown,
    })),
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

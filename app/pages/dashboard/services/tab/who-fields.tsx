import { getCollectionProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import { type NeedChoice, NeedFields } from "./need-fields";
import { FormSection, Hint, Tick } from "~/ui/kit/form";
import { ChangedMeanwhile, ChoiceField, FieldProblem, TextField } from "~/ui/form/fields";
import { type ResourceChoice, resourceLabel } from "../resource-ticks";

interface WhoFieldsProps {
  currency: string;
  /** The service's default length and price, for resources without their own. */
  usual: { minutes: string; price: string };
  /** Resources with separate fields first, then those only selected. */
  resources: ResourceChoice[];
  /** Number of resources with separate fields. */
  with_terms: number;
  /** What it can need besides: groups, and other resources. */
  need_choices: NeedChoice[];
}

/** A service's resources, their individual terms, the assignment rule, and what else it needs. */
export function WhoFields({
  currency,
  usual,
  resources,
  with_terms,
  need_choices,
}: WhoFieldsProps) {
  const [chosen] = useField<string[]>("resource_ids");
  const ticks = getCollectionProps(chosen, {
    type: "checkbox",
    options: resources.map(({ id }) => id),
  });
  const isOne = resources.length === 1;
  const hasSeveral = [chosen.value ?? []].flat().length > 1;
  return (
    <>
      <FormSection title={t("Team and rooms")}>
        {!isOne && <Hint>{t("Leave length and price empty for those of the service.")}</Hint>}
        {!isOne && <Heads currency={currency} />}
        <ul className={`m-0 p-0 list-none ${isOne ? "" : "border-t border-line"}`}>
          {resources.map((resource, index) => (
            <li
              key={resource.id}
              className={`group/line ${COLUMNS} items-center min-h-row py-1 max-md:grid-cols-[minmax(0,1fr)] max-md:py-2 ${isOne ? "" : "border-b border-line"}`}
            >
              <Tick {...ticks[index]!} key={resource.id}>
                {resourceLabel(resource)}
              </Tick>
              {!isOne && index < with_terms && (
                <OwnTerms {...resource} currency={currency} usual={usual} />
              )}
            </li>
          ))}
        </ul>
        <FieldProblem name="resource_ids" />
        <Changed name="resource_ids" />
      </FormSection>
      {hasSeveral && (
        <FormSection aria-label={t("Anyone")}>
          <ChoiceField
            name="assign"
            legend={t("Bookings for anyone")}
            type="radio"
            choices={assignments()}
          />
          <Changed name="assign" />
        </FormSection>
      )}
      <NeedFields choices={need_choices} />
    </>
  );
}

const COLUMNS = "grid grid-cols-[minmax(8rem,1fr)_minmax(0,2fr)] gap-x-4 gap-y-1";
/** Labels are for screen readers where columns have headers. */
const TERMS = "grid grid-cols-3 gap-2 items-start";
// Shown if the assignment rule uses it; also without scripts.
const WEIGHT =
  "[form:has(input[name='assign']:is([value='priority'],[value^='first']):checked)_&]:hidden";
const PRIORITY = "[form:not(:has(input[name='assign'][value='priority']:checked))_&]:hidden";

function Changed({ name }: { name: string }) {
  return <ChangedMeanwhile name={name}>{t("Changed by someone else.")}</ChangedMeanwhile>;
}

/** Column headers on wide screens; each field has a label too. */
function Heads({ currency }: { currency: string }) {
  return (
    <div
      className={`${COLUMNS} -mb-2 text-muted text-sm font-medium max-md:hidden`}
      aria-hidden="true"
    >
      <span />
      <div className={TERMS}>
        <span>{t("Minutes")}</span>
        <span>{t("Price ({{currency}})", { currency })}</span>
        <span className={WEIGHT}>{t("Share (%)")}</span>
        <span className={PRIORITY}>{t("Priority")}</span>
      </div>
    </div>
  );
}

type OwnTermsProps = Pick<WhoFieldsProps, "currency" | "usual"> &
  Pick<ResourceChoice, "id" | "name">;

function OwnTerms({ id, name, currency, usual }: OwnTermsProps) {
  const field = (field: string) => `terms.${id}.${field}`;
  return (
    <div
      className={`${TERMS} group-[:not(:has(input[name^='resource']:checked))]/line:hidden md:[&_label]:sr-only`}
      role="group"
      aria-label={name}
    >
      <TextField
        name={field("minutes")}
        label={t("Minutes")}
        type="number"
        min={5}
        max={1440}
        placeholder={usual.minutes}
      />
      <TextField
        name={field("price")}
        label={t("Price ({{currency}})", { currency })}
        inputMode="decimal"
        placeholder={usual.price}
      />
      <TextField
        name={field("weight")}
        label={t("Share (%)")}
        type="number"
        min={1}
        max={1000}
        placeholder="100"
        className={WEIGHT}
      />
      <TextField
        name={field("priority")}
        label={t("Priority")}
        type="number"
        min={0}
        max={1000}
        placeholder="0"
        className={PRIORITY}
      />
    </div>
  );
}

const assignments = () => [
  {
    value: "least_loaded",
    label: t("Least busy"),
    explains: t("Balances bookings across the team."),
  },
  {
    value: "priority",
    label: t("By priority"),
    explains: t("Picks the free resource with the highest priority."),
  },
  {
    value: "same_as_last_time",
    label: t("Same as last time"),
    explains: t("Picks the guest’s last resource, else the least busy."),
  },
  {
    value: "first_free",
    label: t("First in the list"),
    explains: t("Picks the first free resource in your list."),
  },
];

import { getCollectionProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import { ChangedMeanwhile, ChoiceField, FieldProblem, TextField } from "~/ui/form/fields";
import styles from "~/ui/services/service-page.module.css";
import { type ResourceChoice, resourceLabel } from "../resource-ticks";
import own from "./who-fields.module.css";

interface WhoFieldsProps {
  currency: string;
  /** The service's default length and price, for resources without their own. */
  usual: { minutes: string; price: string };
  /** Resources with separate fields first, then those only selected. */
  resources: ResourceChoice[];
  /** Number of resources with separate fields. */
  with_terms: number;
}

/** A service's resources, their individual terms, and the assignment rule. */
export function WhoFields({ currency, usual, resources, with_terms }: WhoFieldsProps) {
  const [chosen] = useField<string[]>("resource_ids");
  const ticks = getCollectionProps(chosen, {
    type: "checkbox",
    options: resources.map(({ id }) => id),
  });
  const isOne = resources.length === 1;
  const hasSeveral = [chosen.value ?? []].flat().length > 1;
  return (
    <>
      <section className={styles.card} aria-labelledby="who">
        <h2 id="who">{t("Team and rooms")}</h2>
        {!isOne && (
          <p className={styles.lead}>
            {t("Leave length and price empty for those of the service.")}
          </p>
        )}
        {!isOne && <Heads currency={currency} />}
        <ul className={own.list} data-one={isOne || undefined}>
          {resources.map((resource, index) => (
            <li key={resource.id} className={own.line}>
              <label className={own.name}>
                <input {...ticks[index]!} key={resource.id} />
                <span>{resourceLabel(resource)}</span>
              </label>
              {!isOne && index < with_terms && (
                <OwnTerms {...resource} currency={currency} usual={usual} />
              )}
            </li>
          ))}
        </ul>
        <FieldProblem name="resource_ids" />
        <Changed name="resource_ids" />
      </section>
      {hasSeveral && (
        <section className={styles.card} aria-label={t("Anyone")}>
          <ChoiceField
            name="assign"
            legend={t("Bookings for anyone")}
            type="radio"
            choices={assignments()}
          />
          <Changed name="assign" />
        </section>
      )}
    </>
  );
}

function Changed({ name }: { name: string }) {
  return <ChangedMeanwhile name={name}>{t("Changed by someone else.")}</ChangedMeanwhile>;
}

/** Column headers on wide screens; each field has a label too. */
function Heads({ currency }: { currency: string }) {
  return (
    <div className={own.heads} aria-hidden="true">
      <span />
      <div className={own.terms}>
        <span>{t("Minutes")}</span>
        <span>{t("Price ({{currency}})", { currency })}</span>
        <span className={own.weight}>{t("Share (%)")}</span>
        <span className={own.priority}>{t("Priority")}</span>
      </div>
    </div>
  );
}

type OwnTermsProps = Pick<WhoFieldsProps, "currency" | "usual"> &
  Pick<ResourceChoice, "id" | "name">;

function OwnTerms({ id, name, currency, usual }: OwnTermsProps) {
  const field = (field: string) => `terms.${id}.${field}`;
  return (
    <div className={own.terms} role="group" aria-label={name}>
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
        className={own.weight!}
      />
      <TextField
        name={field("priority")}
        label={t("Priority")}
        type="number"
        min={0}
        max={1000}
        placeholder="0"
        className={own.priority!}
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
    explains: t("Who is free and has the highest priority."),
  },
  {
    value: "same_as_last_time",
    label: t("Same as last time"),
    explains: t("Who the guest had last, else the least busy."),
  },
  {
    value: "first_free",
    label: t("First in the list"),
    explains: t("Who is free and comes first in your list of resources."),
  },
];

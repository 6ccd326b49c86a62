import { getCollectionProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import { ChangedMeanwhile, FieldProblem, TextField, CheckboxField } from "~/ui/form/fields";
import styles from "~/ui/services/service-page.module.css";

export interface ResourceChoice {
  id: string;
  name: string;
  active: boolean;
}

interface BasicsProps {
  currency: string;
  resources: ResourceChoice[];
}

/** What every service has: a name, a length, a price, and who or what gives it. */
export function BasicFields({ currency, resources }: BasicsProps) {
  const [chosen] = useField<string[]>("resource_ids");
  const ticks = getCollectionProps(chosen, { type: "checkbox", options: resources.map(({ id }) => id) });
  return (
    <>
      <TextField name="name" label={t("Name")} />
      <div className={styles.row}>
        <TextField name="duration_minutes" label={t("Minutes")} type="number" />
        <TextField
          name="price"
          label={t("Price in {currency}", { currency })}
          placeholder={t("None")}
          inputMode="decimal"
        />
      </div>
      <fieldset className={styles.group}>
        <legend>{t("With")}</legend>
        <div className={styles.choices}>
          {resources.map(({ id, name, active }, index) => (
            <label key={id} className={styles.choice}>
              <input {...ticks[index]!} key={id} />
              {active ? name : t("{name} (archived)", { name })}
            </label>
          ))}
        </div>
        <FieldProblem name="resource_ids" />
        <ChangedMeanwhile name="resource_ids" className={styles.lead!}>
          {t("Someone else has changed these.")}
        </ChangedMeanwhile>
      </fieldset>
    </>
  );
}

/** The terms of a service: what it is, how its times follow each other, how it is booked. */
export function TermsFields({ currency, resources, takes_payments }: BasicsProps & { takes_payments: boolean }) {
  return (
    <>
      <section className={styles.card} aria-labelledby="what">
        <h2 id="what">{t("What it is")}</h2>
        <BasicFields currency={currency} resources={resources} />
      </section>
      <section className={styles.card} aria-labelledby="times">
        <h2 id="times">{t("How times follow each other")}</h2>
        <div className={styles.row}>
          <TextField
            name="buffer_before_minutes"
            label={t("Minutes before")}
            type="number"
            description={t("to prepare; kept free")}
          />
          <TextField
            name="buffer_after_minutes"
            label={t("Minutes after")}
            type="number"
            description={t("to clean up; kept free")}
          />
          <TextField
            name="step_minutes"
            label={t("A time every … minutes")}
            type="number"
            placeholder={t("One after the other")}
            description={t("empty: when the last one is over")}
          />
        </div>
      </section>
      <section className={styles.card} aria-labelledby="booking">
        <h2 id="booking">{t("How it is booked")}</h2>
        <CheckboxField
          className={styles.tick}
          name="requires_approval"
          label={t("Each booking waits until you approve it")}
          note={t("The time is held meanwhile.")}
        />
        <CheckboxField
          className={styles.tick}
          name="requires_payment"
          label={t("Guests pay online when they book")}
          note={
            takes_payments
              ? t("Needs a price. Otherwise they pay you in your own way.")
              : t("Needs a price and a payment account: until one is connected, nobody can book it online.")
          }
        />
        <TextField
          name="max_party_size"
          className={styles.unit!}
          label={t("People, at most")}
          type="number"
          placeholder={t("No limit")}
        />
      </section>
    </>
  );
}

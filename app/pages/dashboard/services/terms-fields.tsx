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
        <TextField name="duration_minutes" label={t("Duration (minutes)")} type="number" />
        <TextField
          name="price"
          label={t("Price ({currency})", { currency })}
          placeholder={t("No price")}
          inputMode="decimal"
        />
      </div>
      <fieldset className={styles.group}>
        <legend>{t("Who or what")}</legend>
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
          {t("Changed by someone else.")}
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
        <h2 id="what">{t("Details")}</h2>
        <BasicFields currency={currency} resources={resources} />
      </section>
      <section className={styles.card} aria-labelledby="times">
        <h2 id="times">{t("Start times")}</h2>
        <div className={styles.row}>
          <TextField
            name="buffer_before_minutes"
            label={t("Buffer before (minutes)")}
            type="number"
            description={t("To prepare")}
          />
          <TextField
            name="buffer_after_minutes"
            label={t("Buffer after (minutes)")}
            type="number"
            description={t("To clean up")}
          />
          <TextField
            name="step_minutes"
            label={t("Interval (minutes)")}
            type="number"
            placeholder={t("Back to back")}
            description={t("Between two start times")}
          />
        </div>
      </section>
      <section className={styles.card} aria-labelledby="booking">
        <h2 id="booking">{t("Booking")}</h2>
        <CheckboxField
          className={styles.tick}
          name="requires_approval"
          label={t("Approve each booking by hand")}
          note={t("The time is held until you decide.")}
        />
        <CheckboxField
          className={styles.tick}
          name="requires_payment"
          label={t("Require online payment")}
          note={
            takes_payments
              ? t("Needs a price. Otherwise guests pay on site.")
              : t("Needs a price and a payment account. Until you connect one, nobody can book it online.")
          }
        />
        <TextField
          name="max_party_size"
          className={styles.unit!}
          label={t("Maximum group size")}
          type="number"
          placeholder={t("No limit")}
        />
      </section>
    </>
  );
}

import { t } from "~/i18n/text";
import { listOf, Tick, useField } from "~/ui/form/field-state";
import { TextInput } from "~/ui/kit/inputs";
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
  const [name, duration, price, chosen] = ["name", "duration_minutes", "price", "resource_ids"].map(useField);
  const ids = listOf(chosen!.values.resource_ids);
  return (
    <>
      <TextInput {...name!.input} label={t("Name")} description={name!.other} required />
      <div className={styles.row}>
        <TextInput {...duration!.input} label={t("Minutes")} type="number" description={duration!.other} required />
        <TextInput
          {...price!.input}
          label={t("Price in {currency}", { currency })}
          placeholder={t("None")}
          inputMode="decimal"
          description={price!.other}
        />
      </div>
      <fieldset className={styles.group}>
        <legend>{t("With")}</legend>
        <div className={styles.choices}>
          {resources.map(({ id, name: label, active }) => (
            <label key={id} className={styles.choice}>
              <input type="checkbox" name="resource_ids" value={id} defaultChecked={ids.includes(id)} />
              {active ? label : t("{label} (archived)", { label })}
            </label>
          ))}
        </div>
        {chosen!.input.error && <p className={styles.problem}>{chosen!.input.error}</p>}
        {chosen!.other && <p className={styles.lead}>{t("Someone else has changed these.")}</p>}
      </fieldset>
    </>
  );
}

/** The terms of a service: what it is, how its times follow each other, how it is booked. */
export function TermsFields({ currency, resources, takes_payments }: BasicsProps & { takes_payments: boolean }) {
  const [step, before, after, party] = [
    "step_minutes",
    "buffer_before_minutes",
    "buffer_after_minutes",
    "max_party_size",
  ].map(useField);
  return (
    <>
      <section className={styles.card} aria-labelledby="what">
        <h2 id="what">{t("What it is")}</h2>
        <BasicFields currency={currency} resources={resources} />
      </section>
      <section className={styles.card} aria-labelledby="times">
        <h2 id="times">{t("How times follow each other")}</h2>
        <div className={styles.row}>
          <TextInput
            {...before!.input}
            label={t("Minutes before")}
            type="number"
            description={before!.other ?? t("to prepare; kept free")}
          />
          <TextInput
            {...after!.input}
            label={t("Minutes after")}
            type="number"
            description={after!.other ?? t("to clean up; kept free")}
          />
          <TextInput
            {...step!.input}
            label={t("A time every … minutes")}
            type="number"
            placeholder={t("One after the other")}
            description={step!.other ?? t("empty: when the last one is over")}
          />
        </div>
      </section>
      <section className={styles.card} aria-labelledby="booking">
        <h2 id="booking">{t("How it is booked")}</h2>
        <Tick
          className={styles.tick}
          name="requires_approval"
          label={t("Each booking waits until you approve it")}
          note={t("The time is held meanwhile.")}
        />
        <Tick
          className={styles.tick}
          name="requires_payment"
          label={t("Guests pay online when they book")}
          note={
            takes_payments
              ? t("Needs a price. Otherwise they pay you in your own way.")
              : t("Needs a price and a payment account: until one is connected, nobody can book it online.")
          }
        />
        <TextInput
          {...party!.input}
          className={styles.unit}
          label={t("People, at most")}
          type="number"
          placeholder={t("No limit")}
          description={party!.other}
        />
      </section>
    </>
  );
}

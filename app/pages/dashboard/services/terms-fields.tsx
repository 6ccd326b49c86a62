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
      <TextInput {...name!.input} label="Name" description={name!.other} required />
      <div className={styles.row}>
        <TextInput {...duration!.input} label="Minutes" type="number" description={duration!.other} required />
        <TextInput
          {...price!.input}
          label={`Price in ${currency}`}
          placeholder="None"
          inputMode="decimal"
          description={price!.other}
        />
      </div>
      <fieldset className={styles.group}>
        <legend>With</legend>
        <div className={styles.choices}>
          {resources.map(({ id, name: label, active }) => (
            <label key={id} className={styles.choice}>
              <input type="checkbox" name="resource_ids" value={id} defaultChecked={ids.includes(id)} />
              {active ? label : `${label} (archived)`}
            </label>
          ))}
        </div>
        {chosen!.input.error && <p className={styles.problem}>{chosen!.input.error}</p>}
        {chosen!.other && <p className={styles.lead}>Someone else has changed these.</p>}
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
        <h2 id="what">What it is</h2>
        <BasicFields currency={currency} resources={resources} />
      </section>
      <section className={styles.card} aria-labelledby="times">
        <h2 id="times">How times follow each other</h2>
        <div className={styles.row}>
          <TextInput
            {...before!.input}
            label="Minutes before"
            type="number"
            description={before!.other ?? "to prepare; kept free"}
          />
          <TextInput
            {...after!.input}
            label="Minutes after"
            type="number"
            description={after!.other ?? "to clean up; kept free"}
          />
          <TextInput
            {...step!.input}
            label="A time every … minutes"
            type="number"
            placeholder="One after the other"
            description={step!.other ?? "empty: when the last one is over"}
          />
        </div>
      </section>
      <section className={styles.card} aria-labelledby="booking">
        <h2 id="booking">How it is booked</h2>
        <Tick
          className={styles.tick}
          name="requires_approval"
          label="Each booking waits until you approve it"
          note="The time is held meanwhile."
        />
        <Tick
          className={styles.tick}
          name="requires_payment"
          label="Guests pay online when they book"
          note={
            takes_payments
              ? "Needs a price. Otherwise they pay you in your own way."
              : "Needs a price and a payment account: until one is connected, nobody can book it online."
          }
        />
        <TextInput
          {...party!.input}
          className={styles.unit}
          label="People, at most"
          type="number"
          placeholder="No limit"
          description={party!.other}
        />
      </section>
    </>
  );
}

import { useField } from "~/ui/form/field-state";
import { Select, TextInput } from "~/ui/kit/inputs";
import styles from "~/ui/services/service-page.module.css";

/** The Rules page of a service: sentences with inputs in them. */
export function RulesFields() {
  return (
    <section className={styles.card} aria-labelledby="when">
      <h2 id="when">When guests may book</h2>
      <div className={styles.sentence}>
        <span>From</span>
        <Bare name="notice" label="How long before" type="number" className={styles.short!} required />
        <Unit />
        <span>to</span>
        <Bare name="max_advance_days" label="Days ahead" type="number" className={styles.short!} required />
        <span>days ahead.</span>
      </div>
      <div className={styles.sentence}>
        <span>At most</span>
        <Bare name="max_per_day" label="Bookings a day" type="number" placeholder="any" className={styles.short!} />
        <span>bookings a day with each resource.</span>
      </div>
      <div className={styles.sentence}>
        <span>Offered from</span>
        <Bare name="valid_from" label="First day" type="date" className={styles.date!} />
        <span>to</span>
        <Bare name="valid_to" label="Last day" type="date" className={styles.date!} />
        <span>(empty: always).</span>
      </div>
      <p className={styles.lead}>You yourself may book any time. These rules are for guests.</p>
    </section>
  );
}

interface BareProps {
  name: string;
  label: string;
  type: string;
  className: string;
  placeholder?: string;
  required?: boolean;
}

/** An input in a sentence, which is its label to the eye. */
function Bare({ name, label, ...more }: BareProps) {
  const { input, other } = useField(name);
  return <TextInput {...input} {...more} aria-label={label} description={other} />;
}

function Unit() {
  const { input } = useField("notice_unit");
  const { defaultValue, name, id } = input;
  return (
    <Select
      {...{ name, id, defaultValue }}
      className={styles.unit}
      aria-label="Unit"
      options={["minutes", "hours", "days"]}
    />
  );
}

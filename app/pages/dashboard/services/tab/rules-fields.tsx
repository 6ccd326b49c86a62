import { t } from "~/i18n/text";
import { useField } from "~/ui/form/field-state";
import { Select, TextInput } from "~/ui/kit/inputs";
import styles from "~/ui/services/service-page.module.css";

/** The Rules page of a service: sentences with inputs in them. */
export function RulesFields() {
  return (
    <section className={styles.card} aria-labelledby="when">
      <h2 id="when">{t("When guests may book")}</h2>
      <div className={styles.sentence}>
        <span>{t("From")}</span>
        <Bare name="notice" label={t("How long before")} type="number" className={styles.short!} required />
        <Unit />
        <span>{t("to")}</span>
        <Bare name="max_advance_days" label={t("Days ahead")} type="number" className={styles.short!} required />
        <span>{t("days ahead.")}</span>
      </div>
      <div className={styles.sentence}>
        <span>{t("At most")}</span>
        <Bare
          name="max_per_day"
          label={t("Bookings a day")}
          type="number"
          placeholder={t("any")}
          className={styles.short!}
        />
        <span>{t("bookings a day with each resource.")}</span>
      </div>
      <div className={styles.sentence}>
        <span>{t("Offered from")}</span>
        <Bare name="valid_from" label={t("First day")} type="date" className={styles.date!} />
        <span>{t("to")}</span>
        <Bare name="valid_to" label={t("Last day")} type="date" className={styles.date!} />
        <span>{t("(empty: always).")}</span>
      </div>
      <p className={styles.lead}>{t("You yourself may book any time. These rules are for guests.")}</p>
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
      aria-label={t("Unit")}
      options={["minutes", "hours", "days"]}
    />
  );
}

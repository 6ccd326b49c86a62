import { t } from "~/i18n/text";
import { SelectField, TextField } from "~/ui/form/fields";
import styles from "~/ui/services/service-page.module.css";

/** The Rules page of a service: sentences with inputs in them. */
export function RulesFields() {
  return (
    <section className={styles.card} aria-labelledby="when">
      <h2 id="when">{t("When guests may book")}</h2>
      <div className={styles.sentence}>
        <span>{t("From")}</span>
        <Bare name="notice" label={t("How long before")} type="number" className={styles.short!} required />
        <SelectField
          name="notice_unit"
          label=""
          aria-label={t("Unit")}
          className={styles.unit!}
          options={["minutes", "hours", "days"]}
        />
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
  return <TextField name={name} label="" aria-label={label} {...more} />;
}

import { t } from "~/i18n/text";
import { TextField } from "~/ui/form/fields";
import { OpenFields } from "~/ui/hours/open-fields";
import type { YearMonth } from "~/ui/hours/year-view";
import styles from "~/ui/services/service-page.module.css";

interface HoursFieldsProps {
  year: YearMonth[];
  zones: { value: string; label: string }[];
}

/** Name, opening times and validity of shared hours. */
export function HoursFields({ year, zones }: HoursFieldsProps) {
  return (
    <>
      <section className={styles.card} aria-label={t("Details")}>
        <TextField
          name="name"
          label={t("Name")}
          description={t("For your team, such as Anna or Summer")}
        />
      </section>
      <OpenFields year={year} zones={zones} />
      <section className={styles.card} aria-labelledby="valid">
        <h2 id="valid">{t("Valid dates")}</h2>
        <div className={styles.row}>
          <TextField
            name="valid_from"
            label={t("Valid from")}
            type="date"
            description={t("Leave empty for no limit")}
          />
          <TextField
            name="valid_to"
            label={t("Valid until")}
            type="date"
            description={t("Leave empty for no limit")}
          />
        </div>
      </section>
    </>
  );
}

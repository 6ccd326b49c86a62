import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { SelectField, TextField } from "~/ui/form/fields";
import { Rich } from "~/ui/rich";
import styles from "~/ui/services/service-page.module.css";

interface RulesFieldsProps {
  dates_of: { name: string; path: string } | null;
}

/** A service's notice, horizon and limits. */
export function RulesFields({ dates_of }: RulesFieldsProps) {
  return (
    <>
      <BookingRules dates_of={dates_of} />
      <Limits />
    </>
  );
}

function BookingRules({ dates_of }: RulesFieldsProps) {
  const units = [
    { value: "minutes", label: t("minutes") },
    { value: "hours", label: t("hours") },
    { value: "days", label: t("days") },
  ];
  return (
    <section className={styles.card} aria-labelledby="when">
      <h2 id="when">{t("Booking rules")}</h2>
      <p className={styles.lead}>{t("For guests only; you can book any time.")}</p>
      <div className={styles.row}>
        <div className={styles.notice}>
          <TextField name="notice" label={t("Minimum notice")} type="number" required />
          <SelectField
            name="notice_unit"
            label=""
            aria-label={t("Unit of the notice")}
            options={units}
          />
        </div>
        <TextField
          name="max_advance_days"
          label={t("Booking window (days ahead)")}
          type="number"
          required
        />
        <Limit name="max_party_size" label={t("Maximum group size")} />
      </div>
      {dates_of === null ? (
        <div className={styles.row}>
          <TextField
            name="valid_from"
            label={t("Offered from")}
            type="date"
            description={t("Leave empty for no limit")}
          />
          <TextField
            name="valid_to"
            label={t("Offered until")}
            type="date"
            description={t("Leave empty for no limit")}
          />
        </div>
      ) : (
        <p className={styles.lead}>
          <Rich
            text={t("The dates it’s offered on are set in <hours>{{name}}</hours>.", {
              name: dates_of.name,
            })}
            parts={{ hours: (inner) => <Link to={dates_of.path}>{inner}</Link> }}
          />
        </p>
      )}
    </section>
  );
}

/** Limits per resource and per guest. */
function Limits() {
  return (
    <section className={styles.card} aria-labelledby="limits">
      <h2 id="limits">{t("Limits")}</h2>
      <fieldset className={styles.group}>
        <legend>{t("Per resource")}</legend>
        <div className={styles.row}>
          <Limit name="max_per_day" label={t("Per day")} />
          <Limit name="max_per_week" label={t("Per week")} />
          <Limit name="max_per_month" label={t("Per month")} />
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t("Per guest")}</legend>
        <div className={styles.row}>
          <Limit name="max_upcoming_per_customer" label={t("Upcoming")} />
          <Limit name="max_per_customer_week" label={t("Per week")} />
        </div>
      </fieldset>
    </section>
  );
}

const Limit = ({ name, label }: { name: string; label: string }) => (
  <TextField name={name} label={label} type="number" placeholder={t("No limit")} />
);

import { useField } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { SelectField } from "~/ui/form/fields";
import { OpenFields } from "~/ui/hours/open-fields";
import type { YearMonth } from "~/ui/hours/year-view";
import own from "./hours-fields.module.css";
import styles from "~/ui/services/service-page.module.css";

/** Shared hours a service can use instead of its own. */
export interface SharedHours {
  id: string;
  name: string;
  path: string;
  facts: { label: string; text: string }[];
  may_change: boolean;
}

interface HoursFieldsProps {
  year: YearMonth[];
  zones: { value: string; label: string }[];
  shared: SharedHours[];
}

/** A service's hours: shared ones as a summary, or its own as fields. */
export function HoursFields({ year, zones, shared }: HoursFieldsProps) {
  const fields = (
    <OpenFields
      year={year}
      zones={zones}
      zone_note={t("Where the service takes place. Guests also see times in their own time zone.")}
    />
  );
  if (shared.length === 0) return fields;
  const options = [
    { value: "", label: t("Its own hours") },
    ...shared.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div className={own.hours}>
      <SelectField name="hours_id" label={t("Hours")} options={options} />
      <Chosen shared={shared} />
      <div className={own.own}>{fields}</div>
    </div>
  );
}

function Chosen({ shared }: Pick<HoursFieldsProps, "shared">) {
  const [{ value }] = useField<string>("hours_id");
  const chosen = shared.find(({ id }) => id === value);
  if (chosen === undefined) return null;
  const { name, path, facts, may_change } = chosen;
  return (
    <section className={`${styles.card} ${own.shared}`} aria-label={name}>
      <dl className={styles.facts}>
        {facts.map(({ label, text }) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.lead}>
        <Link to={path}>
          {may_change ? t("Change {{name}}", { name }) : t("Open {{name}}", { name })}
        </Link>
      </p>
    </section>
  );
}

import { Button } from "~/ui/kit/button";
import { Form, Link } from "@remix-run/react";
import type { CustomerField } from "~/contract/customers";
import { t } from "~/i18n/text";
import { PartTitle } from "~/ui/layout/in-drawer";
import styles from "./merge-form.module.css";

/** One field of two records, formatted; "" for none. */
export interface ComparedField {
  name: CustomerField;
  label: string;
  here: string;
  there: string;
}

export interface MergeView {
  id: string;
  name: string;
  /** "7 visits · 0 no-shows · 1 ahead" of each. */
  visits: { here: string; there: string };
  fields: ComparedField[];
}

interface MergeFormProps {
  customer: { id: string; name: string };
  merge: MergeView;
}

/** Compares two records of one person; staff pick the value of each field. */
export function MergeForm({ customer, merge }: MergeFormProps) {
  const { fields, visits } = merge;
  return (
    <section className={styles.merge} aria-label={t("Merge customers")}>
      <PartTitle className={styles.title}>{t("Merge customers?")}</PartTitle>
      <p className={styles.lead}>
        {t(
          "Choose which details to keep. All bookings move to this customer. You can undo the merge at any time.",
        )}
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="from_id" value={merge.id} />
        <div className={styles.columns} aria-hidden="true">
          <span>{t("This customer")}</span>
          <span>{t("Duplicate record")}</span>
        </div>
        {fields.map((field) => (
          <FieldChoice key={field.name} field={field} />
        ))}
        <div className={styles.row}>
          <span className={styles.label}>{t("Visits")}</span>
          <span className={styles.same}>{visits.here}</span>
          <span className={styles.same}>{visits.there}</span>
        </div>
        <div className={styles.buttons}>
          <Button variant="primary" type="submit">
            {t("Merge customers")}
          </Button>
          <Link
            to={`/dashboard/customers/${customer.id}`}
            className={styles.leave!}
            preventScrollReset
          >
            {t("Keep both")}
          </Link>
        </div>
      </Form>
    </section>
  );
}

function FieldChoice({ field: { name, label, here, there } }: { field: ComparedField }) {
  if (here === there)
    return (
      <div className={styles.row}>
        <span className={styles.label}>{label}</span>
        <span className={styles.same}>{here === "" ? t("Empty") : here}</span>
        <span className={styles.same}>{t("Same")}</span>
      </div>
    );
  // Preselect the other record's value if only it has one.
  const picked = here === "" ? "there" : "here";
  return (
    <fieldset className={styles.row}>
      <legend className={styles.label}>{label}</legend>
      {(["here", "there"] as const).map((side) => {
        const value = side === "here" ? here : there;
        return (
          <label key={side} className={styles.choice}>
            <input
              type="radio"
              name={`pick.${name}`}
              value={side}
              defaultChecked={side === picked}
            />
            <span>{value === "" ? t("Empty") : value}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

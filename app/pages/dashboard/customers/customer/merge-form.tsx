import { Button } from "~/ui/kit/button";
import { Form, Link } from "@remix-run/react";
import type { CustomerField } from "~/contract/customers";
import { t } from "~/i18n/text";
import { PartTitle } from "~/ui/layout/in-drawer";

const ROW =
  "grid grid-cols-[7rem_1fr_1fr] gap-x-4 gap-y-1 items-center min-w-0 m-0 py-1 px-0 border-0 border-t border-line max-[40em]:grid-cols-[1fr_1fr]";
const SAME = "flex items-center gap-2.5 min-h-11 min-w-0 wrap-anywhere text-muted";

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
    <section
      className="p-5 border border-faint rounded-[0.875rem] bg-surface"
      aria-label={t("Merge customers")}
    >
      <PartTitle className="m-0 mb-1 text-[1.25rem] font-semibold">
        {t("Merge customers?")}
      </PartTitle>
      <p className="m-0 mb-4 text-muted">
        {t(
          "Choose which details to keep. All bookings move to this customer. You can undo the merge at any time.",
        )}
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="from_id" value={merge.id} />
        <div
          className="grid grid-cols-[7rem_1fr_1fr] gap-x-4 gap-y-1 items-center text-muted font-semibold max-[40em]:grid-cols-[1fr_1fr] [&>:first-child]:col-2 max-[40em]:[&>:first-child]:col-1 mb-2"
          aria-hidden="true"
        >
          <span>{t("This customer")}</span>
          <span>{t("Duplicate record")}</span>
        </div>
        {fields.map((field) => (
          <FieldChoice key={field.name} field={field} />
        ))}
        <div className={ROW}>
          <span className="[float:inline-start] p-0 text-muted max-[40em]:col-span-full">
            {t("Visits")}
          </span>
          <span className={SAME}>{visits.here}</span>
          <span className={SAME}>{visits.there}</span>
        </div>
        <div className="flex flex-wrap items-center gap-3 mt-4">
          <Button variant="primary" type="submit">
            {t("Merge customers")}
          </Button>
          <Link
            to={`/dashboard/customers/${customer.id}`}
            className="leading-[2.75rem] text-muted"
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
      <div className={ROW}>
        <span className="[float:inline-start] p-0 text-muted max-[40em]:col-span-full">
          {label}
        </span>
        <span className={SAME}>{here === "" ? t("Empty") : here}</span>
        <span className={SAME}>{t("Same")}</span>
      </div>
    );
  // Preselect the other record's value if only it has one.
  const picked = here === "" ? "there" : "here";
  return (
    <fieldset className={ROW}>
      <legend className="[float:inline-start] p-0 text-muted max-[40em]:col-span-full">
        {label}
      </legend>
      {(["here", "there"] as const).map((side) => {
        const value = side === "here" ? here : there;
        return (
          <label
            key={side}
            className="flex items-center gap-2.5 min-h-11 min-w-0 wrap-anywhere cursor-pointer has-checked:font-semibold"
          >
            <input
              className="flex-none size-5 m-0"
              type="radio"
              name={`pick.${name}`}
              value={side}
              defaultChecked={side === picked}
            />
            <span className="min-w-0">{value === "" ? t("Empty") : value}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

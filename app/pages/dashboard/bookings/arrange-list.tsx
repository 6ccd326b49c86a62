import { Form, useLocation } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { withDrawer } from "~/ui/layout/drawer-address";
import { Menu } from "~/ui/layout/menu";
import { type BookingColumn, bookingColumns } from "./booking-columns";
import { type BookingView, queryOf } from "~/ui/booking/booking-views";
import styles from "./arrange-list.module.css";

interface ArrangeListProps {
  view: BookingView;
  given: Record<string, string>;
  saved: { name: string; query: string }[];
  columns: readonly BookingColumn[];
}

/** How a person sees the list: the filters under a name, as a tab, and the columns. Both open without JavaScript. */
export function ArrangeList({ view, given, saved, columns }: ArrangeListProps) {
  const here = queryOf({ view, given });
  const current = saved.find(({ query }) => query === here);
  const isNarrowed = Object.keys(given).some((name) => name !== "cursor");
  return (
    <div className={styles.arrange}>
      {current !== undefined && <ChangeView name={current.name} />}
      {current === undefined && isNarrowed && (
        <Fold label={t("Save this view")}>
          <ArrangeForm intent="save_view">
            <input type="hidden" name="query" value={here} />
            <TextInput name="name" label={t("Name of the view")} required maxLength={60} />
            <Button variant="primary" type="submit">
              {t("Save")}
            </Button>
          </ArrangeForm>
        </Fold>
      )}
      <Fold label={t("Columns")}>
        <Columns columns={columns} />
      </Fold>
    </div>
  );
}

function ChangeView({ name }: { name: string }) {
  return (
    <Fold label={t("Rename or delete this view")}>
      <ArrangeForm intent="rename_view">
        <input type="hidden" name="was" value={name} />
        <TextInput name="name" label={t("Name of the view")} required maxLength={60} defaultValue={name} />
        <Button variant="primary" type="submit">
          {t("Rename")}
        </Button>
      </ArrangeForm>
      <ArrangeForm intent="delete_view">
        <Button type="submit" name="was" value={name}>
          {t("Delete “{name}”", { name })}
        </Button>
      </ArrangeForm>
    </Fold>
  );
}

function Columns({ columns }: { columns: readonly BookingColumn[] }) {
  const id = useId();
  return (
    <ArrangeForm intent="columns">
      <div role="group" aria-labelledby={id} className={styles.ticks}>
        <p id={id}>{t("Shown beside time, guest and status")}</p>
        {bookingColumns.map(({ name, label }) => (
          <label key={name} className={styles.tick}>
            <input type="checkbox" name="column" value={name} defaultChecked={columns.includes(name)} />
            {label}
          </label>
        ))}
      </div>
      <Button variant="primary" type="submit">
        {t("Show these")}
      </Button>
    </ArrangeForm>
  );
}

function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu className={styles.fold!} summaryClassName={styles.summary!} summary={label}>
      <div className={styles.panel}>{children}</div>
    </Menu>
  );
}

function ArrangeForm({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <Form method="post" className={styles.form!} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="to" value={withDrawer(useLocation(), null)} />
      {children}
    </Form>
  );
}

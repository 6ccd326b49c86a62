import { Button } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { type BookingView, queryOf } from "~/ui/booking/booking-views";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { Menu } from "~/ui/kit/menu";
import { type BookingColumn, bookingColumns } from "./booking-columns";
import styles from "./arrange-list.module.css";

interface ViewMenuProps {
  view: BookingView;
  given: Record<string, string>;
  saved: { name: string; query: string }[];
}

/**
 * Saves the current filters as a view, or renames or deletes the current view. Opens without
 * JavaScript.
 */
export function ViewMenu({ view, given, saved }: ViewMenuProps) {
  const here = queryOf({ view, given });
  const current = saved.find(({ query }) => query === here);
  const isNarrowed = Object.keys(given).some((name) => name !== "cursor");
  if (current === undefined && !isNarrowed) return null;
  return current === undefined ? (
    <Fold
      label={
        <>
          <Icon name="plus" size={16} />
          {t("Save view")}
        </>
      }
    >
      <ArrangeForm intent="save_view">
        <input type="hidden" name="query" value={here} />
        <ViewName />
        <Button variant="primary" type="submit">
          {t("Save")}
        </Button>
      </ArrangeForm>
    </Fold>
  ) : (
    <Fold label={t("Edit view")}>
      <ArrangeForm intent="rename_view">
        <input type="hidden" name="was" value={current.name} />
        <ViewName value={current.name} />
        <Button variant="primary" type="submit">
          {t("Rename")}
        </Button>
      </ArrangeForm>
      <ArrangeForm intent="delete_view">
        <Button type="submit" name="was" value={current.name}>
          {t("Delete “{{name}}”", { name: current.name })}
        </Button>
      </ArrangeForm>
    </Fold>
  );
}

const ViewName = ({ value }: { value?: string }) => (
  <TextInput name="name" label={t("View name")} required maxLength={60} defaultValue={value} />
);

/** Column selection for this person. */
export function ColumnsMenu({ columns }: { columns: readonly BookingColumn[] }) {
  return (
    <Menu
      className={styles.fold!}
      summaryClassName={styles.icon!}
      summary={
        <>
          <Icon name="columns" size={18} />
          <span className="hidden-text">{t("Columns")}</span>
        </>
      }
    >
      <div className={styles.panel} data-end>
        <ArrangeForm intent="columns">
          <fieldset className={styles.ticks}>
            <legend>{t("Columns")}</legend>
            {bookingColumns.map(({ name, label }) => (
              <label key={name} className={styles.tick}>
                <input
                  type="checkbox"
                  name="column"
                  value={name}
                  defaultChecked={columns.includes(name)}
                />
                {t(label)}
              </label>
            ))}
          </fieldset>
          <Button variant="primary" type="submit">
            {t("Apply")}
          </Button>
        </ArrangeForm>
      </div>
    </Menu>
  );
}

function Fold({ label, children }: { label: ReactNode; children: ReactNode }) {
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

import { Button, ICON_BUTTON } from "~/ui/kit/button";
import { Checkbox, TextInput } from "~/ui/kit/inputs";
import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { type BookingView, queryOf } from "~/ui/booking/booking-views";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { FLOATING, Menu, SHEET_ON_PHONES } from "~/ui/kit/menu";
import { type BookingColumn, bookingColumns } from "./booking-columns";

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

const PANEL = `${FLOATING} top-full z-110 flex flex-col gap-3 w-max max-w-[min(18rem,calc(100vw-2rem))] mt-1 p-3`;

/** Column selection for this person. */
export function ColumnsMenu({ columns }: { columns: readonly BookingColumn[] }) {
  return (
    // Phones show the same two lines for any columns.
    <Menu
      className="relative flex-none max-md:hidden"
      summaryClassName={ICON_BUTTON}
      summary={
        <>
          <Icon name="columns" size={18} />
          <span className="hidden-text">{t("Columns")}</span>
        </>
      }
    >
      <div className={`${PANEL} inset-e-0`}>
        <ArrangeForm intent="columns">
          <fieldset className="m-0 p-0 border-0">
            <legend className="p-0 text-muted text-xs">{t("Columns")}</legend>
            {bookingColumns.map(({ name, label }) => (
              <Checkbox
                key={name}
                name="column"
                value={name}
                label={t(label)}
                className="py-1.5 text-sm"
                defaultChecked={columns.includes(name)}
              />
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
    <Menu
      className="relative flex-none"
      summaryClassName="inline-flex gap-1 items-center h-9 text-muted text-sm font-medium whitespace-nowrap hover:text-text max-md:h-10"
      summary={label}
    >
      {/* The tabs may be scrolled, so on phones the form opens below their bar. */}
      <div className={`${PANEL} inset-s-0 ${SHEET_ON_PHONES}`}>{children}</div>
    </Menu>
  );
}

function ArrangeForm({ intent, children }: { intent: string; children: ReactNode }) {
  return (
    <Form method="post" className="flex flex-col gap-2 items-start" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="to" value={withDrawer(useLocation(), null)} />
      {children}
    </Form>
  );
}

import { TOOLBAR } from "~/ui/kit/form";
import { Notices } from "~/ui/feedback/notice";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { EmptyState } from "../feedback/empty-state";
import { Notice } from "../feedback/notice";
import type { IconName } from "../icon";
import { Button, LinkButton } from "../kit/button";
import { TextInput } from "../kit/inputs";

interface FilterFormProps {
  label: string;
  /** Filters from the URL, without the cursor. */
  filters: Record<string, string>;
  /** Why part of the URL was ignored. */
  problem: string | null;
  /** For lists without a date filter. */
  without_days?: boolean;
  children: ReactNode;
}

/** Filter form of a list, submitted as query parameters: its own fields, then a date range. */
export function FilterForm({
  label,
  filters,
  problem,
  without_days = false,
  children,
}: FilterFormProps) {
  return (
    <>
      <Form
        method="get"
        role="search"
        aria-label={label}
        className={TOOLBAR}
        key={JSON.stringify(filters)}
      >
        {children}
        {!without_days && (
          <>
            <TextInput type="date" name="from" label={t("From")} defaultValue={filters.from} />
            <TextInput type="date" name="to" label={t("Until")} defaultValue={filters.to} />
          </>
        )}
        <Button type="submit">{t("Show")}</Button>
      </Form>
      {problem !== null && (
        <Notices>
          <Notice tone="bad">{problem}</Notice>
        </Notices>
      )}
    </>
  );
}

interface EmptyListProps {
  icon: IconName;
  /** URL without filters, if filters hid everything; null if the list itself is empty. */
  clear: string | null;
  /** Title when there are no entries yet; children say what to do next. */
  title: string;
  children: ReactNode;
}

/** Replaces an empty list: why it is empty and what to do next. */
export function EmptyList({ icon, clear, title, children }: EmptyListProps) {
  return (
    <div className="border-y border-line">
      <EmptyState icon={icon} title={clear === null ? title : t("Nothing matches")}>
        {clear === null ? children : <LinkButton to={clear}>{t("Clear the filters")}</LinkButton>}
      </EmptyState>
    </div>
  );
}

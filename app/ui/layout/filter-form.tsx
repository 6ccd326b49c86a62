import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { EmptyState } from "../feedback/empty-state";
import { Notice } from "../feedback/notice";
import type { IconName } from "../icon";
import { Button, LinkButton } from "../kit/button";
import { TextInput } from "../kit/inputs";
import styles from "./rows.module.css";

interface FilterFormProps {
  label: string;
  /** What the address asks for, but for the place in the list. */
  filters: Record<string, string>;
  /** What of the address could not be used. */
  problem: string | null;
  /** For a list that is not asked for by day. */
  without_days?: boolean;
  children: ReactNode;
}

/** The filters of a list as a form that sends them in the address: its own fields, then the first and the last day. */
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
        className={styles.filters!}
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
        <div className={styles.above}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
    </>
  );
}

interface EmptyListProps {
  icon: IconName;
  /** Where filters left nothing, the address without them; null where there is nothing at all. */
  clear: string | null;
  /** What is said where there is nothing at all, and what to do next. */
  title: string;
  children: ReactNode;
}

/** In place of an empty list: why it is empty, and what to do next. */
export function EmptyList({ icon, clear, title, children }: EmptyListProps) {
  return (
    <div className={styles.empty}>
      <EmptyState icon={icon} title={clear === null ? title : t("Nothing matches")}>
        {clear === null ? children : <LinkButton to={clear}>{t("Clear the filters")}</LinkButton>}
      </EmptyState>
    </div>
  );
}

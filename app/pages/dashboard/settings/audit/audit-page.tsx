import { plural, t } from "~/i18n/text";
import { Choose } from "~/ui/form/choose";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { AuditList } from "./audit-list";
import { entities } from "./audit-words";
import type { AuditView } from "./load.server";

const PATH = "/dashboard/settings/audit";

/** The audit log with its filters. */
export function AuditPage({ view }: { view: AuditView }) {
  const { given, problem, next_cursor, people, lines } = view;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const about = Object.fromEntries(
    Object.entries(entities).map(([value, { label }]) => [value, t(label)]),
  );
  const to = (more: Record<string, string>) =>
    `${PATH}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <>
      <PageHeader title={t("Audit log")} />
      <FilterForm label={t("Audit log")} filters={filters} problem={problem}>
        <Choose name="actor" label={t("Who")} any={t("Everyone")} words={people} given={given} />
        <Choose name="entity" label={t("What")} any={t("Everything")} words={about} given={given} />
      </FilterForm>
      {lines.length === 0 ? (
        <EmptyList icon="list" title={t("No changes yet")} clear={isFiltered ? PATH : null}>
          <p>{t("Changes by your team, your guests and your keys appear here.")}</p>
        </EmptyList>
      ) : (
        <AuditList lines={lines} />
      )}
      <Pager
        count={
          lines.length === 0
            ? ""
            : plural(
                lines.length,
                "{{count}} change on this page. Kept for 400 days.",
                "{{count}} changes on this page. Kept for 400 days.",
              )
        }
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </>
  );
}

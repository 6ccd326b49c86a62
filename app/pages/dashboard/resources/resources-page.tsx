import { t } from "~/i18n/text";
import { EmptyState } from "~/ui/feedback/empty-state";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { ResourceTable } from "./resource-table";
import type { ResourcesView } from "./load.server";

interface ResourcesPageProps extends ResourcesView {
  refusal: FormRefusal | undefined;
}

/** Resources in display order. */
export function ResourcesPage({
  resources,
  next_page,
  has_cursor,
  has_groups,
  may_edit,
  may_book,
  refusal,
}: ResourcesPageProps) {
  return (
    <>
      <PageHeader title={t("Resources")}>
        {has_groups && <LinkButton to="/dashboard/resource-groups">{t("Groups")}</LinkButton>}
        {may_edit && (
          <>
            <LinkButton to="/dashboard/resources/new" icon="plus">
              {t("Add resource")}
            </LinkButton>
            <LinkButton variant="primary" to="/dashboard/resources/new-member" icon="plus">
              {t("Add team member")}
            </LinkButton>
          </>
        )}
      </PageHeader>
      <Problems refusal={refusal} />
      {resources.length === 0 ? (
        <EmptyState icon="box" title={t("No resources yet")}>
          <p>{t("A resource is who or what guests book: a person, a room, a table, a class.")}</p>
        </EmptyState>
      ) : (
        <ResourceTable resources={resources} may_edit={may_edit} may_book={may_book} />
      )}
      {(has_cursor || next_page !== null) && (
        <nav aria-label={t("Pages")} className="flex gap-2 my-3">
          {has_cursor && (
            <LinkButton to="/dashboard/resources">{t("Back to the first page")}</LinkButton>
          )}
          {next_page !== null && <LinkButton to={next_page}>{t("Next")}</LinkButton>}
        </nav>
      )}
    </>
  );
}

import { t } from "~/i18n/text";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { LinkButton } from "~/ui/kit/button";
import { SlotProgress } from "./slot-progress";
import { ServiceList } from "./service-list";
import type { ServicesView } from "./load.server";

interface ServicesPageProps extends ServicesView {
  refusal: FormRefusal | undefined;
}

const PATH = "/dashboard/services";
const NEW = `${PATH}/new`;

/** Services, and running slot generation. */
export function ServicesPage(props: ServicesPageProps) {
  const { services, making, next_cursor, has_cursor, may_add, may_order, refusal } = props;
  return (
    <>
      <PageHeader title={t("Services")}>
        {may_add && services.length > 0 && (
          <LinkButton variant="primary" to={NEW} icon="plus">
            {t("New service")}
          </LinkButton>
        )}
      </PageHeader>
      <Problems refusal={refusal} />
      <SlotProgress lines={making} />
      {services.length === 0 ? (
        <EmptyList icon="tag" title={t("No services yet")} clear={null}>
          <p>{t("A service is what guests book: its duration, price and hours.")}</p>
          {may_add && (
            <LinkButton variant="primary" to={NEW}>
              {t("Create service")}
            </LinkButton>
          )}
        </EmptyList>
      ) : (
        <ServiceList services={services} may_order={may_order} />
      )}
      {(has_cursor || next_cursor !== null) && (
        <nav aria-label={t("Pages")}>
          {has_cursor && <LinkButton to={PATH}>{t("Back to the first page")}</LinkButton>}
          {next_cursor !== null && (
            <LinkButton to={`${PATH}?cursor=${encodeURIComponent(next_cursor)}`}>
              {t("Next")}
            </LinkButton>
          )}
        </nav>
      )}
    </>
  );
}

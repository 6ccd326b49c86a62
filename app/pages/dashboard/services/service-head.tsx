import { t } from "~/i18n/text";
import { PageHeader } from "~/ui/layout/page-header";
import { servicePath, TABS } from "~/ui/services/service-view";
import { Tabs } from "~/ui/layout/tabs";

export interface ServiceHeadProps {
  id: string;
  name: string;
  about: string;
  active: boolean;
}

/** Header of a service's pages: name, price, status and tabs. */
export function ServiceHead({ id, name, about, active }: ServiceHeadProps) {
  return (
    <>
      <PageHeader
        up={{ to: "/dashboard/services", name: t("Services") }}
        title={name}
        aside={active ? about : t("{{about}} · switched off", { about })}
      />
      <Tabs
        label={name}
        tabs={TABS.map((tab) => ({ to: servicePath(id, tab.name), label: t(tab.label) }))}
      />
    </>
  );
}

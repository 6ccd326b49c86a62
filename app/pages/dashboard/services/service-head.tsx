import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { PageHeader } from "~/ui/layout/page-header";
import { servicePath, TABS } from "~/ui/services/service-view";
import tabs from "~/ui/layout/tabs.module.css";
import styles from "~/ui/services/service-page.module.css";

export interface ServiceHeadProps {
  id: string;
  name: string;
  about: string;
  active: boolean;
}

/** The head of a service's pages: its name, what it costs, whether it can be booked, and the pages themselves. */
export function ServiceHead({ id, name, about, active, tab }: ServiceHeadProps & { tab: string }) {
  return (
    <>
      <Link to="/dashboard/services" className={styles.back!}>
        {t("Services")}
      </Link>
      <PageHeader title={name} aside={active ? about : t("{about} · switched off", { about })} />
      <nav aria-label={name} className={`${tabs.tabs} ${styles.tabs}`}>
        {TABS.map((each) => (
          <Link
            key={each.name}
            to={servicePath(id, each.name)}
            className={tabs.tab!}
            aria-current={each.name === tab ? "page" : undefined}
            prefetch="intent"
          >
            {t(each.label)}
          </Link>
        ))}
      </nav>
    </>
  );
}

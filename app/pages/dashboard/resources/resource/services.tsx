import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { PageForm } from "~/ui/form/page-form";
import { Button, LinkButton } from "~/ui/kit/button";
import { servicePath } from "~/ui/services/service-view";
import { ServicesChoice } from "../services-choice";
import type { ResourcePageProps } from "./resource-view";
import styles from "./resource-page.module.css";

/** The resource's services and others it could be added to. */
export function Services({
  services,
  other_services,
  may_edit,
  resource,
  answer,
}: ResourcePageProps) {
  const { name } = resource;
  return (
    <section aria-labelledby="services" className={styles.card}>
      <h2 id="services">{t("Services")}</h2>
      {services.length === 0 ? (
        <p className={styles.quiet}>
          {t("{{name}} isn’t in any service yet, so nobody can book {{name}}.", { name })}
        </p>
      ) : (
        <ul className={styles.links}>
          {services.map(({ id, name: service, active }) => (
            <li key={id}>
              <Link to={servicePath(id, "offer")}>
                {active ? service : t("{{name}} (off)", { name: service })}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {other_services.length > 0 && (
        <PageForm
          key={other_services.length}
          intent="services"
          refusal={answer?.result}
          className={styles.form!}
          preventScrollReset
        >
          <ServicesChoice legend={t("Add {{name}} to", { name })} services={other_services} />
          <Button type="submit">{t("Add to services")}</Button>
        </PageForm>
      )}
      {may_edit && services.length === 0 && other_services.length === 0 && (
        <LinkButton to="/dashboard/services/new">{t("Add service")}</LinkButton>
      )}
    </section>
  );
}

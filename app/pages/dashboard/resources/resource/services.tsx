import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FormSection, Hint, FORM } from "~/ui/kit/form";
import { PageForm } from "~/ui/form/page-form";
import { Button, LinkButton } from "~/ui/kit/button";
import { servicePath } from "~/ui/services/service-view";
import { ServicesChoice } from "../services-choice";
import type { ResourcePageProps } from "./resource-view";

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
    <FormSection title={t("Services")}>
      {services.length === 0 ? (
        <Hint>
          {t("{{name}} isn’t in any service yet, so nobody can book {{name}}.", { name })}
        </Hint>
      ) : (
        <ul className="flex flex-wrap gap-x-5 gap-y-0 m-0 p-0 list-none">
          {services.map(({ id, name: service, active }) => (
            <li key={id}>
              <Link
                className="inline-block text-accent-text leading-[2rem]"
                to={servicePath(id, "offer")}
              >
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
          className={FORM}
          preventScrollReset
        >
          <ServicesChoice legend={t("Add {{name}} to", { name })} services={other_services} />
          <Button type="submit">{t("Add to services")}</Button>
        </PageForm>
      )}
      {may_edit && services.length === 0 && other_services.length === 0 && (
        <LinkButton to="/dashboard/services/new">{t("Add service")}</LinkButton>
      )}
    </FormSection>
  );
}

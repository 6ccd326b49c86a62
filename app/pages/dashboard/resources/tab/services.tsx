import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { PageForm } from "~/ui/form/page-form";
import { Button, LinkButton } from "~/ui/kit/button";
import { Hint, NARROW_FORM } from "~/ui/kit/form";
import { servicePath } from "~/ui/services/service-view";
import type { ServiceLine } from "../offered-services";
import { OfferedServices } from "../offered-services-fields";
import type { ResourcePageProps } from "./resource-view";

/** The services that the resource offers, with its own length and price. */
export function Services({ services, may_edit, resource, answer }: ResourcePageProps) {
  if (services === null) return null;
  const { lines, values } = services;
  const { name } = resource;
  if (!may_edit) return <Offered lines={lines} />;
  if (lines.length === 0)
    return (
      <div className="flex flex-col gap-3 items-start">
        <Hint>{t("No services yet")}</Hint>
        <LinkButton to="/dashboard/services/new">{t("Add service")}</LinkButton>
      </div>
    );
  return (
    <PageForm
      intent="services"
      stored={values}
      refusal={answer?.result}
      draft={`services of ${resource.id}`}
      className={NARROW_FORM}
      preventScrollReset
    >
      {values.schedule_ids.length === 0 && (
        <Hint>
          {t("{{name}} isn’t in any service yet, so nobody can book {{name}}.", { name })}
        </Hint>
      )}
      {values.schedule_ids.map((id) => (
        <input key={id} type="hidden" name="shown_ids" value={id} />
      ))}
      <OfferedServices title={t("Services")} services={lines} />
      <Button variant="primary" type="submit" className="self-start">
        {t("Save")}
      </Button>
    </PageForm>
  );
}

function Offered({ lines }: { lines: ServiceLine[] }) {
  return (
    <ul className="m-0 p-0 border-t border-line list-none max-w-176">
      {lines.map(({ id, name, active }) => (
        <li key={id} className="border-b border-line">
          <Link
            className="flex items-center min-h-row text-accent-text"
            to={servicePath(id, "offer")}
          >
            {active ? name : t("{{name}} (off)", { name })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

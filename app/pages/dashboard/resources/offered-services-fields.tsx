import { getCollectionProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import { FieldProblem, TextField } from "~/ui/form/fields";
import { FormSection, Hint, Tick } from "~/ui/kit/form";
import type { ServiceLine } from "./offered-services";

interface OfferedServicesProps {
  title: string;
  services: ServiceLine[];
}

/** The services a resource offers, each with its own length and price. */
export function OfferedServices({ title, services }: OfferedServicesProps) {
  const [chosen] = useField<string[]>("schedule_ids");
  const ticks = getCollectionProps(chosen, {
    type: "checkbox",
    options: services.map(({ id }) => id),
  });
  return (
    <FormSection title={title}>
      <Hint>{t("Leave length and price empty for those of the service.")}</Hint>
      <div
        className={`${COLUMNS} -mb-2 text-muted text-sm font-medium max-md:hidden`}
        aria-hidden="true"
      >
        <span />
        <div className={TERMS}>
          <span>{t("Minutes")}</span>
          <span>{t("Price")}</span>
        </div>
      </div>
      <ul className="m-0 p-0 border-t border-line list-none">
        {services.map((service, index) => (
          <li
            key={service.id}
            className={`group/line ${COLUMNS} items-center min-h-row py-1 border-b border-line max-md:grid-cols-[minmax(0,1fr)]`}
          >
            <Tick {...ticks[index]!} key={service.id}>
              {service.active ? service.name : t("{{name}} (off)", { name: service.name })}
            </Tick>
            <Terms {...service} />
          </li>
        ))}
      </ul>
      <FieldProblem name="schedule_ids" />
    </FormSection>
  );
}

const COLUMNS = "grid grid-cols-[minmax(8rem,1fr)_minmax(0,16rem)] gap-x-4 gap-y-1";
const TERMS = "grid grid-cols-2 gap-2 items-start";

function Terms({ id, name, currency, usual }: ServiceLine) {
  return (
    <div
      className={`${TERMS} group-[:not(:has(input[name^='schedule']:checked))]/line:hidden md:[&_label]:sr-only`}
      role="group"
      aria-label={name}
    >
      <TextField
        name={`terms.${id}.minutes`}
        label={t("Minutes")}
        type="number"
        min={5}
        max={1440}
        placeholder={usual.minutes}
      />
      <TextField
        name={`terms.${id}.price`}
        label={t("Price ({{currency}})", { currency })}
        inputMode="decimal"
        placeholder={usual.price}
      />
    </div>
  );
}

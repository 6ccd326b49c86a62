import { t } from "~/i18n/text";
import { ChoiceField } from "~/ui/form/fields";

export interface ServiceChoice {
  id: string;
  name: string;
  active: boolean;
}

/** Selection of a resource's services. */
export function ServicesChoice({
  legend,
  services,
}: {
  legend: string;
  services: ServiceChoice[];
}) {
  return (
    <ChoiceField
      name="schedule_ids"
      legend={legend}
      type="checkbox"
      choices={services.map(({ id, name, active }) => ({
        value: id,
        label: active ? name : t("{{name}} (off)", { name }),
      }))}
    />
  );
}

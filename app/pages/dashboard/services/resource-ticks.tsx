import { getCollectionProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import { Fieldset, Tick } from "~/ui/kit/form";
import { FieldProblem } from "~/ui/form/fields";

export interface ResourceChoice {
  id: string;
  name: string;
  active: boolean;
}

export const resourceLabel = ({ name, active }: ResourceChoice): string =>
  active ? name : t("{{name}} (archived)", { name });

/** Resource checkboxes of a service. */
export function ResourceTicks({ resources }: { resources: ResourceChoice[] }) {
  const [chosen] = useField<string[]>("resource_ids");
  const ticks = getCollectionProps(chosen, {
    type: "checkbox",
    options: resources.map(({ id }) => id),
  });
  return (
    <Fieldset legend={t("Team and rooms")}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4">
        {resources.map((resource, index) => (
          <Tick {...ticks[index]!} key={resource.id}>
            {resourceLabel(resource)}
          </Tick>
        ))}
      </div>
      <FieldProblem name="resource_ids" />
    </Fieldset>
  );
}

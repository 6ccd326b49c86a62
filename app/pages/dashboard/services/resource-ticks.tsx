import { getCollectionProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import { FieldProblem } from "~/ui/form/fields";
import styles from "~/ui/services/service-page.module.css";

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
    <fieldset className={styles.group}>
      <legend>{t("Team and rooms")}</legend>
      <div className={styles.choices}>
        {resources.map((resource, index) => (
          <label key={resource.id} className={styles.choice}>
            <input {...ticks[index]!} key={resource.id} />
            {resourceLabel(resource)}
          </label>
        ))}
      </div>
      <FieldProblem name="resource_ids" />
    </fieldset>
  );
}

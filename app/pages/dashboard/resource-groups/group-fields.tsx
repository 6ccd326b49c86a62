import { t } from "~/i18n/text";
import { ChoiceField, TextField } from "~/ui/form/fields";

export interface GroupResource {
  id: string;
  name: string;
}

/** The name of a group and its resources. */
export function GroupFields({ resources }: { resources: GroupResource[] }) {
  return (
    <>
      <TextField name="name" label={t("Name")} required />
      <ChoiceField
        name="resource_ids"
        legend={t("Resources")}
        hint={t("A booking takes the first free one.")}
        type="checkbox"
        choices={resources.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  );
}

import { t } from "~/i18n/text";
import { CheckboxField, ChoiceField } from "~/ui/form/fields";
import { roleWords } from "../role-words";

interface PersonFieldsProps {
  /** Roles this person may assign. */
  roles: readonly (keyof typeof roleWords)[];
  resources: { id: string; name: string }[];
}

/** A member's role and resources. */
export function PersonFields({ roles, resources }: PersonFieldsProps) {
  return (
    <div className="group/fields contents">
      <ChoiceField
        name="role"
        legend={t("Role")}
        type="radio"
        choices={roles.map((value) => ({
          value,
          label: t(roleWords[value].label),
          explains: t(roleWords[value].does),
        }))}
      />
      {resources.length > 0 && (
        <ChoiceField
          name="resource_ids"
          legend={t("Resources")}
          hint={t(
            "The calendars that staff and viewers see. Nothing ticked: all. Owners and admins always see all.",
          )}
          type="checkbox"
          choices={resources.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {resources.length > 0 && (
        <div className="group-[:not(:has(input[name='role'][value='staff']:checked))]/fields:hidden group-[:not(:has(input[name='resource\_ids']:checked))]/fields:hidden">
          <CheckboxField
            name="own_hours"
            label={t("Can change the hours of these resources")}
            note={t("On the page of each resource’s hours, where nothing else uses them.")}
          />
        </div>
      )}
    </div>
  );
}

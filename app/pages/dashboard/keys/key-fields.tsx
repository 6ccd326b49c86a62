import { t } from "~/i18n/text";
import { ChoiceField, SelectField, TextField, WebsitesField } from "~/ui/form/fields";
import { keyRoleWords, scopeWords } from "./key-words";

export function NameField() {
  return (
    <TextField
      name="name"
      label={t("Name")}
      description={t("Where it’s used, so that you recognise it.")}
      required
    />
  );
}

/** `today` is the earliest expiry of a new key; an expired key keeps its date. */
export function LastDayField({ today }: { today?: string }) {
  return (
    <TextField
      name="last_day"
      label={t("Last day")}
      description={t("Empty: works until you revoke it.")}
      type="date"
      min={today}
    />
  );
}

export function ScopesField() {
  const choices = Object.entries(scopeWords).map(([value, label]) => ({
    value,
    label: t(label),
    explains: value,
  }));
  return <ChoiceField name="scopes" legend={t("Permissions")} type="checkbox" choices={choices} />;
}

export function RoleField({ roles }: { roles: string[] }) {
  const choices = Object.entries(keyRoleWords)
    .filter(([value]) => roles.includes(value))
    .map(([value, { label, explains }]) => ({ value, label: t(label), explains: t(explains) }));
  return <ChoiceField name="role" legend={t("Role")} type="radio" choices={choices} />;
}

/** Allowed websites of a publishable key, and its widget configuration. */
export function SiteFields({ configurations }: { configurations: ConfigurationName[] }) {
  return (
    <>
      <WebsitesField label={t("Websites")} blank={t("Empty: every website.")} />
      <SelectField
        name="widget_config_id"
        label={t("Widget")}
        options={[
          { value: "", label: t("Any: the website names one, or gets the default") },
          ...configurations.map(({ id, name }) => ({
            value: id,
            label: t("Only {{name}}", { name }),
          })),
        ]}
      />
    </>
  );
}

export interface ConfigurationName {
  id: string;
  name: string;
}

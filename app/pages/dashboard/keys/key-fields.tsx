import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { ChoiceField, SelectField, TextField, WebsitesField } from "~/ui/form/fields";
import type { FormState } from "~/ui/form/form-state";
import { keyRoleWords, scopeWords } from "./key-words";

interface KeyFieldsProps {
  state: FormState;
  limits: Record<string, FieldLimits>;
}

export function NameField({ state, limits }: KeyFieldsProps) {
  return (
    <TextField
      state={state}
      name="name"
      label={t("Name")}
      description={t("Where it is used, so that you know it again.")}
      {...limits.name}
      required
    />
  );
}

/** `today` is the first day that a new key can have; a key that has ended keeps the day that it has. */
export function LastDayField({ state, today }: { state: FormState; today?: string }) {
  return (
    <TextField
      state={state}
      name="last_day"
      label={t("Last day")}
      description={t("Empty: it works until it is revoked.")}
      type="date"
      min={today}
    />
  );
}

export function ScopesField({ state }: { state: FormState }) {
  const choices = Object.entries(scopeWords).map(([value, label]) => ({ value, label, explains: value }));
  return <ChoiceField state={state} name="scopes" legend={t("It may")} type="checkbox" choices={choices} />;
}

export function RoleField({ state, roles }: { state: FormState; roles: string[] }) {
  const choices = Object.entries(keyRoleWords)
    .filter(([value]) => roles.includes(value))
    .map(([value, words]) => ({ value, ...words }));
  return <ChoiceField state={state} name="role" legend={t("It works as")} type="radio" choices={choices} />;
}

/** On which sites a publishable key works, and what its widget looks like. */
export function SiteFields({ state, configurations }: { state: FormState; configurations: ConfigurationName[] }) {
  return (
    <>
      <WebsitesField state={state} label={t("Websites")} empty={t("every website.")} />
      <SelectField
        state={state}
        name="widget_config_id"
        label={t("Widget configuration")}
        options={[
          { value: "", label: "Any: the widget names one, or takes the default" },
          ...configurations.map(({ id, name }) => ({ value: id, label: `Only ${name}` })),
        ]}
      />
    </>
  );
}

export interface ConfigurationName {
  id: string;
  name: string;
}

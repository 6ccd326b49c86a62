import { t } from "~/i18n/text";
import { ChoiceField, TextField } from "~/ui/form/fields";
import type { FieldLimits } from "~/ui/form/field-limits";
import type { FormState } from "~/ui/form/form-state";
import { eventWords } from "~/ui/webhook-words";

/** Where a webhook goes and what it tells, for making and for changing one. */
export function WebhookFields({ state, limits }: { state: FormState; limits: Record<string, FieldLimits> }) {
  return (
    <>
      <TextField
        state={state}
        name="url"
        label={t("Address")}
        description={t("Your own program's address, with https. Each event is posted there as JSON.")}
        type="url"
        {...limits.url}
        placeholder={t("https://www.example.com/webhooks")}
      />
      <ChoiceField
        state={state}
        name="events"
        legend={t("Events")}
        type="checkbox"
        choices={Object.entries(eventWords).map(([value, label]) => ({ value, label, explains: value }))}
      />
      <TextField
        state={state}
        name="description"
        label={t("Description")}
        description={t("For you alone.")}
        {...limits.description}
      />
    </>
  );
}

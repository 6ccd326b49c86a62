import { t } from "~/i18n/text";
import { ChoiceField, TextField } from "~/ui/form/fields";
import { eventWords } from "~/ui/webhook-words";

/** Where a webhook goes and what it tells, for making and for changing one. */
export function WebhookFields() {
  return (
    <>
      <TextField
        name="url"
        label={t("Address")}
        description={t("Your own program's address, with https. Each event is posted there as JSON.")}
        type="url"
        placeholder={t("https://www.example.com/webhooks")}
      />
      <ChoiceField
        name="events"
        legend={t("Events")}
        type="checkbox"
        choices={Object.entries(eventWords).map(([value, label]) => ({ value, label, explains: value }))}
      />
      <TextField name="description" label={t("Description")} description={t("For you alone.")} />
    </>
  );
}

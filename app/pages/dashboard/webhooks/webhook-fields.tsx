import { t } from "~/i18n/text";
import { CheckboxField, ChoiceField, TextField } from "~/ui/form/fields";
import { eventWords } from "~/ui/webhook-words";

/** URL and events, for creating and editing. */
export function WebhookFields() {
  return (
    <>
      <TextField
        name="url"
        label={t("Endpoint URL")}
        description={t("On your own server, with https. Each event is sent there as JSON.")}
        type="url"
        placeholder={t("https://www.example.com/webhooks")}
      />
      <ChoiceField
        name="events"
        legend={t("Events")}
        type="checkbox"
        choices={Object.entries(eventWords).map(([value, label]) => ({
          value,
          label: t(label),
          explains: value,
        }))}
      />
      <CheckboxField
        name="changes"
        label={t("Changes too")}
        note={t("Moves, edits, completed, no-show, approvals and payments in progress.")}
      />
      <TextField
        name="description"
        label={t("Description")}
        description={t("Only your team sees it.")}
      />
    </>
  );
}

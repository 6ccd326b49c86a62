import { t } from "~/i18n/text";
import { Confirm } from "~/ui/form/confirm";
import { ChoiceField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";

interface DisconnectFormProps {
  title: string;
  button: string;
  fields?: Record<string, string>;
  refusal: FormRefusal | undefined;
}

/** Disconnects an account and asks what to do with its calendar events. */
export function DisconnectForm({ title, button, fields = {}, refusal }: DisconnectFormProps) {
  return (
    <Confirm
      intent="disconnect"
      title={title}
      button={button}
      fields={fields}
      refusal={refusal}
      stored={{ events: "keep" }}
    >
      <p>{t("Busy times are ignored from now on. Bookings here stay.")}</p>
      <ChoiceField
        name="events"
        legend={t("Bookings already in the calendar")}
        type="radio"
        choices={[
          { value: "keep", label: t("Keep them") },
          { value: "delete", label: t("Delete future ones") },
        ]}
      />
    </Confirm>
  );
}

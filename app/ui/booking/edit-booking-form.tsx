import { type ChangeEvent, useState } from "react";
import { t } from "~/i18n/text";
import { Draft } from "../drafts/draft";
import { Button } from "../kit/button";
import { Textarea, TextInput } from "../kit/inputs";
import { PanelForm, PanelTitle } from "./panel-form";
import { type BookingRefusal, type BookingView, type EditValues, partyWords } from "./booking-view";
import { PanelLink } from "./panel-link";
import styles from "./booking-panel.module.css";

interface EditBookingFormProps {
  view: BookingView;
  refusal: Partial<BookingRefusal> | undefined;
}

const FIELDS: { name: keyof EditValues; label: string; type: string; required: boolean; maxLength?: number }[] = [
  { name: "name", label: "Name", type: "text", required: true, maxLength: 120 },
  { name: "phone", label: "Telephone", type: "tel", required: false, maxLength: 32 },
  { name: "email", label: "E-mail", type: "email", required: false, maxLength: 254 },
  { name: "party_size", label: "People", type: "number", required: true },
];

/** What a booking says of itself. Where someone else saved meanwhile, both values are at each field that differs, and nothing typed is lost. */
export function EditBookingForm({ view, refusal }: EditBookingFormProps) {
  const { edit, line } = view;
  const conflict = refusal?.conflict;
  // The version that the fields were filled from: a change by someone else since then must be noticed, also while this form is open.
  const [from, setFrom] = useState(view.version);
  const [party, setParty] = useState(edit.party_size);
  const cost = (view.cost && partyWords(view.cost, party)) ?? undefined;
  const typed = conflict?.typed ?? typedOf(refusal) ?? edit;
  const problems = refusal?.result?.error ?? {};
  const nowOf = (name: keyof EditValues) =>
    conflict && conflict.now[name] !== conflict.typed[name] ? (
      <span className={styles.now}>
        {conflict.now[name] === ""
          ? t("Now empty in the booking")
          : t("Now in the booking: {value}", { value: conflict.now[name] })}
      </span>
    ) : undefined;
  return (
    <PanelForm view={view} intent="edit" className={styles.part} version={conflict?.version ?? from}>
      <PanelTitle>{t("Edit")}</PanelTitle>
      <Draft name={`booking ${line.id} edit`} version={view.version} onVersion={setFrom} />
      <div className={styles.fields}>
        {FIELDS.map(({ name, label, type, required, maxLength }) => (
          <TextInput
            key={name}
            {...{ name, label, type, required, maxLength }}
            {...(type === "number" && { min: 1, max: 500 })}
            autoComplete="off"
            defaultValue={typed[name]}
            description={nowOf(name) ?? (name === "party_size" ? cost : undefined)}
            error={problems[name]?.join(" ")}
            {...(name === "party_size" && {
              onChange: (event: ChangeEvent<HTMLInputElement>) => setParty(Number(event.currentTarget.value)),
            })}
          />
        ))}
        <Textarea
          className={styles.wide}
          name="notes"
          label={t("Note")}
          rows={3}
          maxLength={4000}
          defaultValue={typed.notes}
          description={nowOf("notes")}
          error={problems.notes?.join(" ")}
        />
      </div>
      <p className={styles.lead}>
        {t("Saving sends no email to the guest.")} <bdi>{line.customer.name}</bdi>
        {t("’s record is corrected too.")}
      </p>
      <div className={styles.buttons}>
        <Button variant="primary" type="submit">
          {conflict ? t("Save mine") : t("Save")}
        </Button>
        <PanelLink path={view.path} show={null} discards={`booking ${line.id} edit`} className={styles.leave}>
          {t("Leave it as it is")}
        </PanelLink>
      </div>
    </PanelForm>
  );
}

/** What was typed into a form that the server refused. */
function typedOf(refusal: Partial<BookingRefusal> | undefined): EditValues | null {
  const given = refusal?.result?.initialValue;
  if (given?.intent !== "edit") return null;
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");
  return {
    ...{ name: text("name"), email: text("email"), phone: text("phone"), notes: text("notes") },
    party_size: Number(text("party_size")) || 1,
  };
}

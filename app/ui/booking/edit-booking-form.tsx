import { Button } from "../kit/button";
import { Textarea, TextInput } from "../kit/inputs";
import { type ChangeEvent, useState } from "react";
import { msg, t } from "~/i18n/text";
import { Draft } from "../drafts/draft";
import { PanelForm, PanelTitle } from "./panel-form";
import { type BookingRefusal, type BookingView, type EditValues, partyWords } from "./booking-view";
import { PanelLink } from "./panel-link";
import styles from "./booking-panel.module.css";

interface EditBookingFormProps {
  view: BookingView;
  edit: EditValues;
  refusal: Partial<BookingRefusal> | undefined;
}

const FIELDS: { name: keyof EditValues; label: string; type: string; required: boolean; maxLength?: number }[] = [
  { name: "name", label: msg("Name"), type: "text", required: true, maxLength: 120 },
  { name: "phone", label: msg("Phone"), type: "tel", required: false, maxLength: 32 },
  { name: "email", label: msg("Email"), type: "email", required: false, maxLength: 254 },
  { name: "party_size", label: msg("People"), type: "number", required: true },
];

/** What a booking says of itself. Where someone else saved meanwhile, both values are at each field that differs, and nothing typed is lost. */
export function EditBookingForm({ view, edit, refusal }: EditBookingFormProps) {
  const { line } = view;
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
        {conflict.now[name] === "" ? t("Now empty") : t("Now: {value}", { value: conflict.now[name] })}
      </span>
    ) : undefined;
  return (
    <PanelForm view={view} intent="edit" className={styles.part} version={conflict?.version ?? from}>
      <PanelTitle>{t("Edit booking")}</PanelTitle>
      <Draft name={`booking ${line.id} edit`} version={view.version} onVersion={setFrom} />
      <div className={styles.fields}>
        {FIELDS.map(({ name, label, type, required, maxLength }) => (
          <TextInput
            key={name}

            {...{ name, type, required, maxLength }}
            label={t(label)}
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
        {t("No email is sent. {guest}’s customer record is updated too.", { guest: line.customer.name })}
      </p>
      <div className={styles.buttons}>
        <Button variant="primary" type="submit">
          {conflict ? t("Save mine") : t("Save changes")}
        </Button>
        <PanelLink path={view.path} show={null} discards={`booking ${line.id} edit`} className={styles.leave}>
          {t("Discard changes")}
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

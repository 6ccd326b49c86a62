import { useState } from "react";
import { msg, t } from "~/i18n/text";
import { FieldRow, Hint, Buttons } from "~/ui/kit/form";
import { Button } from "~/ui/kit/button";
import { CheckboxField, TextAreaField, TextField } from "../form/fields";
import { PanelFields, PanelTitle } from "./panel-form";
import {
  type BookingRefusal,
  type BookingView,
  type EditValues,
  partyPrice,
  partyWords,
} from "./booking-view";
import { PanelLink } from "./panel-link";

interface EditBookingFormProps {
  view: BookingView;
  edit: EditValues;
  refusal: Partial<BookingRefusal> | undefined;
}

const FIELDS = [
  { name: "name", label: msg("Name"), type: "text", required: true, maxLength: 120 },
  { name: "phone", label: msg("Phone"), type: "tel", required: false, maxLength: 32 },
  { name: "email", label: msg("Email"), type: "email", required: false, maxLength: 254 },
];

/**
 * Edits a booking's details. If someone saved concurrently, each differing field shows both values
 * and typed input is kept.
 */
export function EditBookingForm({ view, edit, refusal }: EditBookingFormProps) {
  const { line } = view;
  const conflict = refusal?.conflict;
  const [party, setParty] = useState(edit.party_size);
  const { cost } = view;
  const changed = refusal?.party_price;
  const computed = cost && partyPrice(cost, party);
  const price = computed !== null && changed?.party_size === party ? changed.amount : computed;
  return (
    <PanelFields
      view={view}
      intent="edit"
      stored={edit}
      typed={conflict?.typed ?? changed?.typed}
      refusal={refusal}
      meanwhile={conflict?.now ?? null}
    >
      <PanelTitle>{t("Edit booking")}</PanelTitle>
      <FieldRow>
        {FIELDS.map(({ label, ...field }) => (
          <TextField key={field.name} label={t(label)} {...field} />
        ))}
        <TextField
          name="party_size"
          label={t("People")}
          type="number"
          required
          min={1}
          max={500}
          description={cost && price !== null ? partyWords(cost, party, price) : undefined}
          onChange={(event) => setParty(Number(event.currentTarget.value))}
        />
        <TextAreaField
          className="col-span-full"
          name="notes"
          label={t("Note")}
          rows={3}
          maxLength={4000}
        />
      </FieldRow>
      {price !== null && <input type="hidden" name="expected_amount" value={price} />}
      <Hint>
        {t("No email is sent. {{guest}}’s customer record is updated too.", {
          guest: line.customer.name,
        })}
      </Hint>
      {view.text_consent !== null ? (
        <CheckboxField
          name="texts_stopped"
          label={t("Stop text reminders")}
          note={t("A new phone number ends the guest’s consent to text reminders.")}
        />
      ) : (
        view.offers_texts && (
          <CheckboxField name="texts_agreed" label={t("Guest agreed to text reminders")} />
        )
      )}
      <Buttons>
        <Button variant="primary" type="submit">
          {conflict ? t("Save mine") : t("Save changes")}
        </Button>
        <PanelLink
          path={view.path}
          show={null}
          discards={`booking ${line.id} edit`}
          className="inline-flex items-center min-h-9 px-2 text-muted max-md:min-h-10"
        >
          {t("Discard changes")}
        </PanelLink>
      </Buttons>
    </PanelFields>
  );
}

import { useState } from "react";
import { msg, t } from "~/i18n/text";
import { FieldRow, Hint, Buttons } from "~/ui/kit/form";
import { Button } from "~/ui/kit/button";
import { ChangedMeanwhile, CheckboxField, TextAreaField, TextField } from "../form/fields";
import { addonsTotal, initialQuantities } from "./addon-choices";
import { AddonFields } from "./addon-fields";
import { PanelFields, PanelTitle } from "./panel-form";
import {
  type BookingRefusal,
  type BookingView,
  type EditValues,
  editedPrice,
  editWords,
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
  const shown = (conflict?.typed ?? changed?.typed)?.addons;
  const addons = view.addons.map((addon) =>
    shown === undefined ? addon : { ...addon, quantity: Number(shown[addon.id] ?? 0) },
  );
  const [quantities, setQuantities] = useState(() => initialQuantities(addons));
  const hasOtherAddons = view.addons.some(({ id, quantity }) => quantity !== (quantities[id] ?? 0));
  const isOther = party !== edit.party_size || hasOtherAddons;
  const computed =
    cost && isOther ? editedPrice(cost, party, addonsTotal(view.addons, quantities)) : null;
  const isRefused =
    changed?.party_size === party &&
    view.addons.every(({ id }) => Number(changed.typed.addons[id] ?? 0) === (quantities[id] ?? 0));
  const price = computed !== null && isRefused ? changed.amount : computed;
  const words = cost && price !== null ? editWords(cost, party, price) : undefined;
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
          description={hasOtherAddons ? undefined : words}
          onChange={(event) => setParty(Number(event.currentTarget.value))}
        />
        {addons.length > 0 && (
          <div className="col-span-full">
            <ChangedMeanwhile name="addons">{t("Changed by someone else.")}</ChangedMeanwhile>
            <AddonFields name="addons" addons={addons} onQuantities={setQuantities} />
            <Hint className="mt-1">
              <span role="status">{hasOtherAddons ? words : ""}</span>
            </Hint>
          </div>
        )}
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

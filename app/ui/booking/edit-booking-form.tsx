import { useState } from "react";
import { msg, t } from "~/i18n/text";
import { FieldRow, Hint, Buttons } from "~/ui/kit/form";
import { Button } from "~/ui/kit/button";
import { ChangedMeanwhile, CheckboxField, TextAreaField, TextField } from "../form/fields";
import { type AddonChoice, addonsTotal, initialQuantities, type Quantities } from "./addon-choices";
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

/** The choices with what was typed in place of what is stored. */
const withTyped = (
  choices: readonly AddonChoice[],
  typed: Record<string, string> | undefined,
): AddonChoice[] =>
  choices.map((choice) =>
    typed === undefined ? choice : { ...choice, quantity: Number(typed[choice.id] ?? 0) },
  );

const isChoice = (choices: readonly AddonChoice[], quantities: Quantities): boolean =>
  choices.every(({ id, quantity }) => quantity === (quantities[id] ?? 0));

const isTyped = (
  choices: readonly AddonChoice[],
  typed: Record<string, string>,
  quantities: Quantities,
): boolean => choices.every(({ id }) => Number(typed[id] ?? 0) === (quantities[id] ?? 0));

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
  const typed = conflict?.typed ?? changed?.typed;
  const addons = withTyped(view.addons, typed?.addons);
  const people = withTyped(view.people, typed?.party);
  const [quantities, setQuantities] = useState(() => initialQuantities(addons));
  const [counts, setCounts] = useState(() => initialQuantities(people));
  const hasKinds = people.length > 0;
  const hasOtherAddons = !isChoice(view.addons, quantities);
  const hasOtherPeople = hasKinds ? !isChoice(view.people, counts) : party !== edit.party_size;
  const peopleTotal = hasKinds ? addonsTotal(view.people, counts) : null;
  const computed =
    cost && (hasOtherPeople || hasOtherAddons)
      ? editedPrice(cost, party, addonsTotal(view.addons, quantities), peopleTotal)
      : null;
  const isRefused =
    changed !== undefined &&
    (hasKinds || changed.party_size === party) &&
    isTyped(view.addons, changed.typed.addons, quantities) &&
    isTyped(view.people, changed.typed.party, counts);
  const price = computed !== null && isRefused ? changed.amount : computed;
  const count = hasKinds ? Object.values(counts).reduce((sum, each) => sum + each, 0) : party;
  const words = cost && price !== null ? editWords(cost, count, price) : undefined;
  return (
    <PanelFields
      view={view}
      intent="edit"
      stored={edit}
      typed={typed}
      refusal={refusal}
      meanwhile={conflict?.now ?? null}
    >
      <PanelTitle>{t("Edit booking")}</PanelTitle>
      <FieldRow>
        {FIELDS.map(({ label, ...field }) => (
          <TextField key={field.name} label={t(label)} {...field} />
        ))}
        {hasKinds ? (
          <div className="col-span-full">
            <input type="hidden" name="party_size" value={edit.party_size} />
            <ChangedMeanwhile name="party">{t("Changed by someone else.")}</ChangedMeanwhile>
            <AddonFields
              name="party"
              legend={t("People")}
              addons={people}
              onQuantities={setCounts}
            />
            <Hint className="mt-1">
              <span role="status">{hasOtherAddons ? "" : words}</span>
            </Hint>
          </div>
        ) : (
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
        )}
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

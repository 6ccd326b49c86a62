import { useField, useFormMetadata } from "@conform-to/react";
import { CHANNEL_NAMES } from "~/domain/text-consent/text-channel";
import { msg, t } from "~/i18n/text";
import { Fieldset, FormPart, Hint, FieldLine, FieldRow } from "~/ui/kit/form";
import { CheckboxField, ChoiceField, FieldProblem, SelectField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { valueAt } from "~/ui/form/value-at";
import { Card } from "~/ui/layout/card";
import type { PolicyView } from "./load.server";
import { policyExample } from "./policy-example";
import { Button } from "~/ui/kit/button";

interface PolicyFormProps {
  stored: object;
  /** Input that was not saved for a reason other than a validation error. */
  typed: object | undefined;
  refusal: FormRefusal | undefined;
  read_at: string;
  /** Save conflict: saving again deliberately replaces the stored policy. */
  is_conflict: boolean;
  tier_rows: number;
  reminder_rows: number;
  money: { currency: string; locale: string };
  texts: PolicyView["texts"];
  takes_payments: boolean;
}

/** Translated with t(). */
const UNITS = [msg("minutes"), msg("hours"), msg("days")];

/**
 * The company's policy. The example updates while typing; without JavaScript its button queries the
 * server.
 */
export function PolicyForm({
  stored,
  typed,
  refusal,
  read_at,
  is_conflict,
  tier_rows,
  reminder_rows,
  money,
  texts,
  takes_payments,
}: PolicyFormProps) {
  const number = (name: string, label: string, more: object) => (
    <TextField name={name} label={label} type="number" required {...more} />
  );
  return (
    <PageForm
      stored={stored}
      typed={typed}
      refusal={refusal}
      draft="policy"
      version={{ field: "read_at", stored: read_at, conflict: is_conflict ? read_at : null }}
      className="[&>[role=alert]]:mb-5"
    >
      <Card title={t("Cancellation")} lead={t("For all services. Refunds are automatic.")}>
        <FormPart>
          <Length
            name="cancel_window"
            label={t("Cancellation deadline for guests")}
            after={t("before the start")}
          />
          <ChoiceField
            name="refunds"
            legend={t("Refund")}
            type="radio"
            choices={[
              { value: "window", label: t("Full refund until then, none after") },
              { value: "steps", label: t("In steps, by how early they cancel") },
            ]}
          />
          {/* Hidden if the steps don't apply; their input is kept. */}
          <Fieldset legend={t("Steps")} className="[fieldset:has([value=window]:checked)+&]:hidden">
            <Hint>
              {t("Nothing is refunded later than the last step. Empty rows are ignored.")}
            </Hint>
            <div className="flex flex-col gap-3 mt-2">
              {Array.from({ length: tier_rows }, (_, index) => (
                <div key={index} className="grid grid-cols-[repeat(2,minmax(0,10rem))] gap-3">
                  <TextField
                    name={`tiers[${index}].hours_before`}
                    label={t("Hours before")}
                    aria-label={t("Step {{number}}: hours before the start", { number: index + 1 })}
                    type="number"
                    min={0}
                    max={8760}
                    step="any"
                  />
                  <TextField
                    name={`tiers[${index}].refund_pct`}
                    label={t("Refund (%)")}
                    aria-label={t("Step {{number}}: refund in percent", { number: index + 1 })}
                    type="number"
                    min={0}
                    max={100}
                    step="any"
                  />
                </div>
              ))}
            </div>
            <FieldProblem name="tiers" />
          </Fieldset>
          {number("no_show_refund_pct", t("No-show refund (%)"), {
            className: "[&_input]:w-28",
            min: 0,
            max: 100,
            step: "any",
          })}
          <section className="w-full py-3 px-4 rounded-lg bg-quiet-soft" aria-label={t("Example")}>
            <FieldLine>
              <TextField
                name="example_price"
                label={t("Example: paid ({{currency}})", { currency: money.currency })}
                inputMode="decimal"
                maxLength={20}
              />
              <TextField
                name="example_hours"
                label={t("Cancelled (hours before)")}
                inputMode="decimal"
                maxLength={10}
              />
              <Button type="submit" name="intent" value="example" formNoValidate data-tries>
                {t("Calculate refund")}
              </Button>
            </FieldLine>
            <Example rows={tier_rows} money={money} />
          </section>
        </FormPart>
      </Card>
      {takes_payments && (
        <Card title={t("Fees")} lead={t("For services that ask for a card.")}>
          <FormPart>
            <input type="hidden" name="fees_offered" value="on" />
            <CheckboxField
              name="charge_fees"
              label={t("Charge fees after 24 hours")}
              note={t(
                "For no-shows and guests who cancel late. Until then anyone on your team can stop it.",
              )}
            />
          </FormPart>
        </Card>
      )}
      <Card title={t("Tax and receipts")}>
        <FormPart>
          <CheckboxField name="with_tax" label={t("Prices include a tax")} />
          {/* Hidden without a tax; its input is kept. */}
          <div className="[div:not(:has(:checked))+&]:hidden">
            <FieldRow>
              <TextField name="tax_name" label={t("Name of the tax")} maxLength={20} />
              <TextField
                name="tax_rate"
                label={t("Rate (%)")}
                type="number"
                min={0}
                max={100}
                step="0.01"
              />
              <TextField name="tax_number" label={t("Your tax number")} maxLength={40} />
            </FieldRow>
          </div>
          <CheckboxField
            name="receipts"
            label={t("Issue numbered receipts")}
            note={t("For all money received and returned from now on. They appear under Payments.")}
          />
        </FormPart>
      </Card>
      <Card title={t("Moving")}>
        <FormPart>
          <Length
            name="reschedule_window"
            label={t("Move deadline for guests")}
            after={t("before the start")}
          />
          {number("max_reschedules", t("Moves per booking"), {
            className: "[&_input]:w-28",
            min: 0,
            max: 100,
          })}
        </FormPart>
      </Card>
      <Card
        title={t("Holds")}
        lead={t("How long a time is kept for a guest before others can book it.")}
      >
        <FormPart>
          <FieldRow>
            {number("hold_minutes", t("During checkout (minutes)"), { min: 5, max: 60 })}
            {number("hold_hours_approval", t("Awaiting approval (hours)"), { min: 1, max: 720 })}
            {number("hold_hours_payment", t("Payment after approval (hours)"), {
              min: 1,
              max: 168,
            })}
          </FieldRow>
          <Length name="waitlist_offer" label={t("Waiting-list offer")} />
        </FormPart>
      </Card>
      <Card
        title={t("Reminders")}
        lead={t("Email reminders before the booking. Leave a row empty to skip it.")}
      >
        <div className="flex flex-col gap-3 mt-2">
          {Array.from({ length: reminder_rows }, (_, index) => (
            <Length
              key={index}
              name={`reminders[${index}]`}
              label={t("Reminder {{number}}", { number: index + 1 })}
              after={t("before the start")}
              isOptional
            />
          ))}
        </div>
        <FieldProblem name="reminders" />
      </Card>
      <TextReminders texts={texts} />
      <Button variant="primary" type="submit" name="intent" value="save">
        {t("Save")}
      </Button>
    </PageForm>
  );
}

/** Reminders by SMS or WhatsApp, at the times of the email reminders. */
function TextReminders({ texts: { has_whatsapp, usage } }: { texts: PolicyView["texts"] }) {
  return (
    <Card
      title={t("Text reminders")}
      lead={t(
        "Sent at the times above to guests who agree when they book. They can reply STOP at any time.",
      )}
    >
      <FormPart>
        <CheckboxField name="text_reminders" label={t("Offer text reminders")} />
        {has_whatsapp ? (
          <ChoiceField
            name="text_channel"
            legend={t("Channel")}
            type="radio"
            choices={Object.entries(CHANNEL_NAMES).map(([value, label]) => ({ value, label }))}
          />
        ) : (
          <input type="hidden" name="text_channel" value="sms" />
        )}
        <FieldRow narrow>
          <TextField name="text_quiet_from" label={t("Quiet from")} type="time" required />
          <TextField name="text_quiet_until" label={t("Quiet until")} type="time" required />
          <TextField
            name="text_monthly_budget"
            label={t("Monthly budget (messages)")}
            type="number"
            min={0}
            max={100_000}
            required
          />
        </FieldRow>
        <Hint>
          {t(
            "Local time. A reminder due during quiet hours goes out half an hour before they begin.",
          )}
        </Hint>
        <section className="w-full py-3 px-4 rounded-lg bg-quiet-soft" aria-label={t("This month")}>
          <p className="m-0 font-semibold">{usage.sent}</p>
          {usage.costs.map((line) => (
            <p key={line} className="m-0 text-muted">
              {line}
            </p>
          ))}
        </section>
      </FormPart>
    </Card>
  );
}

/** The refund of an example cancellation under the typed policy. */
function Example({ rows, money }: { rows: number; money: PolicyFormProps["money"] }) {
  const { value } = useFormMetadata();
  const words = policyExample((name) => valueAt(value, name), rows, money);
  return (
    <output className="block mt-2 font-semibold">
      {words ?? t("Enter an amount and hours to see the refund.")}
    </output>
  );
}

interface LengthProps {
  name: string;
  label: string;
  after?: string;
  isOptional?: boolean;
}

/** A duration as number and unit. */
function Length({ name, label, after, isOptional = false }: LengthProps) {
  const [{ initialValue: unit }] = useField<string>(`${name}.unit`);
  return (
    <Fieldset legend={label}>
      <div className="flex flex-wrap gap-x-3 gap-y-2 items-center">
        <TextField
          name={`${name}.amount`}
          className="w-28"
          label=""
          aria-label={t("{{label}}: amount", { label })}
          type="number"
          min={0}
          required={!isOptional}
        />
        <SelectField
          name={`${name}.unit`}
          className="w-34"
          label=""
          aria-label={t("{{label}}: unit", { label })}
          options={UNITS.map((value) => ({ value, label: t(value) }))}
          {...(unit === undefined && { defaultValue: "hours" })}
        />
        {after !== undefined && <span>{after}</span>}
      </div>
    </Fieldset>
  );
}

import { getCollectionProps, useField } from "@conform-to/react";
import type { Policy } from "~/contract/tenant";
import { t } from "~/i18n/text";
import { Fieldset } from "~/ui/kit/form";
import {
  ChangedMeanwhile,
  CheckboxField,
  FieldProblem,
  SelectField,
  TextField,
} from "~/ui/form/fields";
import { depositOf, type DepositTerms } from "~/domain/quotes/deposit";
import { formatMoney } from "~/lib/money";
import { readPrice } from "~/ui/form/price";
import { readPercent } from "~/ui/form/percent";
import { FormSection, FieldRow, Hint } from "~/ui/kit/form";
import { Button, IconButton } from "~/ui/kit/button";
import { DAYS } from "~/ui/services/day-hours-fields";
import { useFormRows } from "./use-form-rows";

interface PriceFieldsProps {
  currency: string;
  takes_payments: boolean;
  /** The tax that prices include; null for none. */
  tax: Policy["tax"];
  locale: string;
  /** Examples of peak prices: "Sat 10:00 costs €42.00". */
  examples: readonly string[];
}

/** A service's length, price, start times and payment. */
export function PriceFields({ currency, takes_payments, tax, locale, examples }: PriceFieldsProps) {
  return (
    <>
      <FormSection title={t("Length and price")}>
        <FieldRow narrow>
          <TextField name="duration_minutes" label={t("Duration (minutes)")} type="number" />
          <TextField
            name="price"
            label={t("Price ({{currency}})", { currency })}
            placeholder={t("No price")}
            inputMode="decimal"
          />
          {tax !== null && (
            <>
              <input type="hidden" name="tax_offered" value="on" />
              <TextField
                name="tax_rate"
                label={t("{{name}} in the price (%)", { name: tax.name })}
                placeholder={String(tax.rate_bps / 100)}
                type="number"
                min={0}
                max={100}
                step="0.01"
              />
            </>
          )}
        </FieldRow>
      </FormSection>
      <LengthRows currency={currency} />
      <PeakRows currency={currency} examples={examples} />
      <KindRows currency={currency} />
      <AddonRows currency={currency} />
      <StartTimes />
      <ProcessingTime />
      <FormSection title={t("Booking")}>
        <CheckboxField
          name="requires_approval"
          label={t("Approve each booking by hand")}
          note={t("The time is held until you decide.")}
        />
        <CheckboxField
          name="requires_payment"
          label={t("Require online payment")}
          note={
            takes_payments
              ? t("Needs a price. Otherwise guests pay on site.")
              : t(
                  "Needs a price and a payment account. Until you connect one, nobody can book it online.",
                )
          }
        />
        {takes_payments && <DepositFields currency={currency} locale={locale} />}
        {takes_payments && <CardFields currency={currency} />}
      </FormSection>
    </>
  );
}

/** The part of the price that is paid online, with an example. */
function DepositFields({ currency, locale }: Pick<PriceFieldsProps, "currency" | "locale">) {
  const [isPaid] = useField<boolean>("requires_payment");
  const [kind] = useField<string>("deposit_kind");
  const [deposit] = useField<string>("deposit");
  const [price] = useField<string>("price");
  if (isPaid.value !== "on") return null;
  const total = readPrice(price.value ?? "", currency) ?? null;
  const terms = depositTerms(kind.value ?? "none", deposit.value ?? "", currency);
  const now = depositOf(terms, total, currency);
  const money = (amount: number) => formatMoney(amount, currency, locale);
  return (
    <>
      <FieldRow narrow>
        <SelectField
          name="deposit_kind"
          label={t("Paid online")}
          options={[
            { value: "none", label: t("Whole price") },
            { value: "percent", label: t("Deposit in %") },
            { value: "amount", label: t("Deposit in {{currency}}", { currency }) },
          ]}
        />
        {kind.value !== undefined && kind.value !== "none" && (
          <TextField
            name="deposit"
            label={kind.value === "percent" ? t("Percentage") : t("Amount")}
            inputMode="decimal"
            {...(kind.value === "amount" && { description: t("Once per booking") })}
          />
        )}
      </FieldRow>
      <p className="m-0 text-sm font-medium empty:hidden" aria-live="polite">
        {now !== null && total !== null && now < total
          ? t("A {{price}} booking: {{now}} now, {{later}} at the visit", {
              price: money(total),
              now: money(now),
              later: money(total - now),
            })
          : null}
      </p>
    </>
  );
}

/** The fees for which guests keep a card. */
function CardFields({ currency }: Pick<PriceFieldsProps, "currency">) {
  const [card] = useField<boolean>("card_on_file");
  return (
    <>
      <input type="hidden" name="card_offered" value="on" />
      <CheckboxField
        name="card_on_file"
        label={t("Ask for a card")}
        note={t("Guests save a card and agree to these fees. You decide whether to charge one.")}
      />
      {card.value === "on" && (
        <FieldRow narrow>
          <TextField
            name="no_show_fee"
            label={t("No-show fee ({{currency}} or %)", { currency })}
            placeholder={t("None", { context: "fee" })}
          />
          <TextField
            name="late_fee"
            label={t("Late cancellation fee ({{currency}} or %)", { currency })}
            placeholder={t("None", { context: "fee" })}
          />
          <TextField
            name="late_hours"
            label={t("Late from (hours before)")}
            type="number"
            min={1}
            max={8760}
          />
        </FieldRow>
      )}
    </>
  );
}

function depositTerms(kind: string, typed: string, currency: string): DepositTerms | null {
  if (kind === "percent") {
    const percent = readPercent(typed);
    return percent === null ? null : { percent };
  }
  const amount = kind === "amount" ? readPrice(typed, currency) : null;
  return amount ? { amount } : null;
}

const ROW = "flex flex-wrap gap-x-3 gap-y-2 items-start";

function LengthRows({ currency }: { currency: string }) {
  const { rows, list, add, remove } = useFormRows<HTMLElement>("length_options");
  return (
    <FormSection ref={list} title={t("Longer lengths")}>
      <Hint>{t("Guests choose one of these, or the length above.")}</Hint>
      <Changed name="length_options" />
      {rows.map((index, at) => (
        <div
          key={index}
          className={ROW}
          role="group"
          aria-label={t("Length {{number}}", { number: at + 1 })}
          data-row
        >
          <TextField
            name={`length_options[${index}].minutes`}
            label={t("Minutes")}
            type="number"
            min={5}
            max={1440}
            className="flex-[0_1_8rem] min-w-24"
          />
          <TextField
            name={`length_options[${index}].price`}
            label={t("Price ({{currency}})", { currency })}
            placeholder={t("No price")}
            inputMode="decimal"
            className="flex-[0_1_8rem] min-w-24"
          />
          <IconButton
            icon="cross"
            label={t("Remove length {{number}}", { number: at + 1 })}
            className="mt-5.5"
            {...remove(index)}
          />
        </div>
      ))}
      <FieldProblem name="length_options" />
      <div>
        <Button icon="plus" data-add {...add}>
          {t("Add length")}
        </Button>
      </div>
    </FormSection>
  );
}

function PeakRows({ currency, examples }: Pick<PriceFieldsProps, "currency" | "examples">) {
  const { rows, list, add, remove } = useFormRows<HTMLElement>("peak_prices");
  return (
    <FormSection ref={list} title={t("Peak prices")}>
      <Hint>{t("By day and start time. The first row that fits counts.")}</Hint>
      <Changed name="peak_prices" />
      {rows.map((index, at) => (
        <div
          key={index}
          className="flex flex-col gap-2 pb-3 border-b border-line"
          role="group"
          aria-label={t("Peak price {{number}}", { number: at + 1 })}
          data-row
        >
          <PeakDays name={`peak_prices[${index}].days`} />
          <div className={ROW}>
            <TextField
              name={`peak_prices[${index}].start`}
              label={t("From")}
              type="time"
              className="flex-[0_1_7rem] min-w-26 max-md:flex-[1_1_8rem] max-md:min-w-32"
            />
            <TextField
              name={`peak_prices[${index}].end`}
              label={t("To")}
              type="time"
              className="flex-[0_1_7rem] min-w-26 max-md:flex-[1_1_8rem] max-md:min-w-32"
            />
            <TextField
              name={`peak_prices[${index}].change`}
              label={t("Change")}
              placeholder="+20"
              inputMode="text"
              className="flex-[0_1_8rem] min-w-24"
            />
            <SelectField
              name={`peak_prices[${index}].unit`}
              label={t("Unit")}
              className="flex-[0_1_8rem] min-w-24"
              options={[
                { value: "percent", label: "%" },
                { value: "amount", label: currency },
              ]}
            />
            <IconButton
              icon="cross"
              label={t("Remove peak price {{number}}", { number: at + 1 })}
              className="mt-5.5"
              {...remove(index)}
            />
          </div>
        </div>
      ))}
      <FieldProblem name="peak_prices" />
      <ul className="m-0 p-0 text-sm font-medium list-none empty:hidden" aria-live="polite">
        {examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
      <div>
        <Button icon="plus" data-add {...add}>
          {t("Add peak price")}
        </Button>
      </div>
    </FormSection>
  );
}

function KindRows({ currency }: Pick<PriceFieldsProps, "currency">) {
  const { rows, list, add, remove } = useFormRows<HTMLElement>("person_kinds");
  return (
    <FormSection ref={list} title={t("Kinds of people")}>
      <Hint>
        {t("For example adults, children and babies. Guests choose how many of each come.")}
      </Hint>
      <Changed name="person_kinds" />
      {rows.map((index, at) => (
        <div
          key={index}
          className={ROW}
          role="group"
          aria-label={t("Kind {{number}}", { number: at + 1 })}
          data-row
        >
          <RowIdField name={`person_kinds[${index}].id`} />
          <TextField
            name={`person_kinds[${index}].name`}
            label={t("Name")}
            maxLength={60}
            className="flex-[1_1_12rem] min-w-40 max-md:basis-full"
          />
          <TextField
            name={`person_kinds[${index}].price`}
            label={t("Price ({{currency}})", { currency })}
            placeholder={t("Service’s price")}
            inputMode="decimal"
            className="flex-[0_1_9rem] min-w-28"
          />
          <div className="mt-5.5">
            <CheckboxField name={`person_kinds[${index}].no_seat`} label={t("Needs no seat")} />
          </div>
          <IconButton
            icon="cross"
            label={t("Remove kind {{number}}", { number: at + 1 })}
            className="mt-5.5"
            {...remove(index)}
          />
        </div>
      ))}
      <FieldProblem name="person_kinds" />
      <div>
        <Button icon="plus" data-add {...add}>
          {t("Add a kind")}
        </Button>
      </div>
    </FormSection>
  );
}

function AddonRows({ currency }: Pick<PriceFieldsProps, "currency">) {
  const { rows, list, add, remove } = useFormRows<HTMLElement>("addons");
  return (
    <FormSection ref={list} title={t("Add-ons")}>
      <Hint>{t("Extras that guests can book too, such as a racket.")}</Hint>
      <Changed name="addons" />
      {rows.map((index, at) => (
        <div
          key={index}
          className={ROW}
          role="group"
          aria-label={t("Add-on {{number}}", { number: at + 1 })}
          data-row
        >
          <RowIdField name={`addons[${index}].id`} />
          <TextField
            name={`addons[${index}].name`}
            label={t("Name")}
            maxLength={120}
            className="flex-[1_1_12rem] min-w-40 max-md:basis-full"
          />
          <TextField
            name={`addons[${index}].price`}
            label={t("Price ({{currency}})", { currency })}
            placeholder={t("Free", { context: "price" })}
            inputMode="decimal"
            className="flex-[0_1_8rem] min-w-24"
          />
          <TextField
            name={`addons[${index}].max_quantity`}
            label={t("At most")}
            type="number"
            min={1}
            max={100}
            placeholder="1"
            className="flex-[0_1_6rem] min-w-20"
          />
          <TextField
            name={`addons[${index}].extra_minutes`}
            label={t("Extra minutes")}
            type="number"
            min={0}
            max={480}
            placeholder="0"
            className="flex-[0_1_7rem] min-w-20"
          />
          <IconButton
            icon="cross"
            label={t("Remove add-on {{number}}", { number: at + 1 })}
            className="mt-5.5"
            {...remove(index)}
          />
        </div>
      ))}
      <FieldProblem name="addons" />
      <div>
        <Button icon="plus" data-add {...add}>
          {t("Add an add-on")}
        </Button>
      </div>
    </FormSection>
  );
}

/** Keeps the ID of a stored row when its name changes. */
function RowIdField({ name }: { name: string }) {
  const [{ key, initialValue }] = useField<string>(name);
  return initialValue === undefined ? null : (
    <input key={key} type="hidden" name={name} value={initialValue} />
  );
}

function PeakDays({ name }: { name: string }) {
  const [field] = useField<string[]>(name);
  const ticks = getCollectionProps(field, {
    type: "checkbox",
    options: DAYS.map((_day, index) => String(index + 1)),
  });
  return (
    <Fieldset legend={t("Days")}>
      <div className="flex flex-wrap gap-1">
        {DAYS.map(({ day, short }, index) => (
          <label
            key={day}
            className="relative grid place-items-center min-w-11 min-h-control px-2 border border-line-2 rounded-md text-sm font-medium cursor-pointer hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text max-md:min-w-10"
            title={t(day)}
          >
            <input
              {...ticks[index]!}
              key={day}
              className="absolute inset-0 m-0 opacity-0 cursor-pointer"
              aria-label={t(day)}
            />
            <span aria-hidden="true">{t(short)}</span>
          </label>
        ))}
      </div>
      <FieldProblem name={name} />
    </Fieldset>
  );
}

function Changed({ name }: { name: string }) {
  return <ChangedMeanwhile name={name}>{t("Changed by someone else.")}</ChangedMeanwhile>;
}

/** Time within a booking in which the person can serve someone else. */
function ProcessingTime() {
  return (
    <FormSection title={t("Processing time")}>
      <Hint>{t("For example while a colour works. The person can be booked meanwhile.")}</Hint>
      <FieldRow narrow>
        <TextField
          name="processing_after"
          label={t("Starts after (minutes)")}
          type="number"
          placeholder={t("None")}
          description={t("From the start of the booking")}
        />
        <TextField
          name="processing_minutes"
          label={t("Processing (minutes)")}
          type="number"
          placeholder={t("None")}
          description={t("What else is needed stays taken")}
        />
      </FieldRow>
    </FormSection>
  );
}

function StartTimes() {
  return (
    <FormSection title={t("Start times")}>
      <FieldRow narrow>
        <TextField
          name="buffer_before_minutes"
          label={t("Buffer before (minutes)")}
          type="number"
          description={t("To prepare")}
        />
        <TextField
          name="buffer_after_minutes"
          label={t("Buffer after (minutes)")}
          type="number"
          description={t("To clean up")}
        />
        <TextField
          name="step_minutes"
          label={t("Start every (minutes)")}
          type="number"
          placeholder={t("Back to back")}
          description={t("Between two start times")}
        />
      </FieldRow>
    </FormSection>
  );
}

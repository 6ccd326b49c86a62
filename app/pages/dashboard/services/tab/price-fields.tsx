import { getCollectionProps, useField } from "@conform-to/react";
import { t } from "~/i18n/text";
import {
  ChangedMeanwhile,
  CheckboxField,
  FieldProblem,
  SelectField,
  TextField,
} from "~/ui/form/fields";
import { Button, IconButton } from "~/ui/kit/button";
import { DAYS } from "~/ui/services/day-hours-fields";
import styles from "~/ui/services/service-page.module.css";
import own from "./rows.module.css";
import { useFormRows } from "./use-form-rows";

interface PriceFieldsProps {
  currency: string;
  takes_payments: boolean;
  /** Examples of peak prices: "Sat 10:00 costs €42.00". */
  examples: readonly string[];
}

/** A service's length, price, start times and payment. */
export function PriceFields({ currency, takes_payments, examples }: PriceFieldsProps) {
  return (
    <>
      <section className={styles.card} aria-labelledby="base">
        <h2 id="base">{t("Length and price")}</h2>
        <div className={styles.row}>
          <TextField name="duration_minutes" label={t("Duration (minutes)")} type="number" />
          <TextField
            name="price"
            label={t("Price ({{currency}})", { currency })}
            placeholder={t("No price")}
            inputMode="decimal"
          />
        </div>
      </section>
      <LengthRows currency={currency} />
      <PeakRows currency={currency} examples={examples} />
      <StartTimes />
      <section className={styles.card} aria-labelledby="booking">
        <h2 id="booking">{t("Booking")}</h2>
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
      </section>
    </>
  );
}

function LengthRows({ currency }: { currency: string }) {
  const { rows, list, add, remove } = useFormRows<HTMLElement>("length_options");
  return (
    <section className={styles.card} aria-labelledby="lengths" ref={list}>
      <h2 id="lengths">{t("Longer lengths")}</h2>
      <p className={styles.lead}>{t("Guests choose one of these, or the length above.")}</p>
      <Changed name="length_options" />
      {rows.map((index, at) => (
        <div
          key={index}
          className={own.row}
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
            className={own.short!}
          />
          <TextField
            name={`length_options[${index}].price`}
            label={t("Price ({{currency}})", { currency })}
            placeholder={t("No price")}
            inputMode="decimal"
            className={own.short!}
          />
          <IconButton
            icon="cross"
            label={t("Remove length {{number}}", { number: at + 1 })}
            className={own.remove!}
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
    </section>
  );
}

function PeakRows({ currency, examples }: Pick<PriceFieldsProps, "currency" | "examples">) {
  const { rows, list, add, remove } = useFormRows<HTMLElement>("peak_prices");
  return (
    <section className={styles.card} aria-labelledby="peaks" ref={list}>
      <h2 id="peaks">{t("Peak prices")}</h2>
      <p className={styles.lead}>{t("By day and start time. The first row that fits counts.")}</p>
      <Changed name="peak_prices" />
      {rows.map((index, at) => (
        <div
          key={index}
          className={own.peak}
          role="group"
          aria-label={t("Peak price {{number}}", { number: at + 1 })}
          data-row
        >
          <PeakDays name={`peak_prices[${index}].days`} />
          <div className={own.row}>
            <TextField
              name={`peak_prices[${index}].from`}
              label={t("From")}
              type="time"
              className={own.time!}
            />
            <TextField
              name={`peak_prices[${index}].to`}
              label={t("To")}
              type="time"
              className={own.time!}
            />
            <TextField
              name={`peak_prices[${index}].change`}
              label={t("Change")}
              placeholder="+20"
              inputMode="text"
              className={own.short!}
            />
            <SelectField
              name={`peak_prices[${index}].unit`}
              label={t("Unit")}
              className={own.short!}
              options={[
                { value: "percent", label: "%" },
                { value: "amount", label: currency },
              ]}
            />
            <IconButton
              icon="cross"
              label={t("Remove peak price {{number}}", { number: at + 1 })}
              className={own.remove!}
              {...remove(index)}
            />
          </div>
        </div>
      ))}
      <FieldProblem name="peak_prices" />
      <ul className={own.examples} aria-live="polite">
        {examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </ul>
      <div>
        <Button icon="plus" data-add {...add}>
          {t("Add peak price")}
        </Button>
      </div>
    </section>
  );
}

function PeakDays({ name }: { name: string }) {
  const [field] = useField<string[]>(name);
  const ticks = getCollectionProps(field, {
    type: "checkbox",
    options: DAYS.map((_day, index) => String(index + 1)),
  });
  return (
    <fieldset className={styles.group}>
      <legend>{t("Days")}</legend>
      <div className={own.days}>
        {DAYS.map(({ day, short }, index) => (
          <label key={day} className={own.day} title={t(day)}>
            <input {...ticks[index]!} key={day} aria-label={t(day)} />
            <span aria-hidden="true">{t(short)}</span>
          </label>
        ))}
      </div>
      <FieldProblem name={name} />
    </fieldset>
  );
}

function Changed({ name }: { name: string }) {
  return <ChangedMeanwhile name={name}>{t("Changed by someone else.")}</ChangedMeanwhile>;
}

function StartTimes() {
  return (
    <section className={styles.card} aria-labelledby="times">
      <h2 id="times">{t("Start times")}</h2>
      <div className={styles.row}>
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
      </div>
    </section>
  );
}

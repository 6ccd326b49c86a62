import { Form } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { ChoiceField, FormProblems, SelectField, TextField } from "~/ui/form/fields";
import type { FormState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { policyExample } from "./policy-example";
import fields from "~/ui/form/fields.module.css";
import styles from "./policy-form.module.css";

interface PolicyFormProps {
  state: FormState;
  read_at: string;
  /** Someone else was faster: saving again is a decision, and replaces what is stored now. */
  is_conflict: boolean;
  tier_rows: number;
  reminder_rows: number;
  money: { currency: string; locale: string };
}

const UNITS = ["minutes", "hours", "days"];

/** The company's rules. The example follows what is typed; before JavaScript its button asks the server. */
export function PolicyForm({ state, read_at, is_conflict, tier_rows, reminder_rows, money }: PolicyFormProps) {
  const [from, setFrom] = useState(read_at);
  const [live, setLive] = useState<string | null | undefined>();
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const given = new FormData(currentTarget);
    setLive(policyExample((name) => String(given.get(name) ?? ""), tier_rows, money));
  };
  const example = live === undefined ? policyExample(state.text, tier_rows, money) : live;
  const number = (name: string, label: string, more: object) => (
    <TextField state={state} name={name} label={label} type="number" required {...more} />
  );
  return (
    <Form method="post" className={fields.wide!} onChange={onChange}>
      <input type="hidden" name="read_at" value={is_conflict ? read_at : from} />
      <Draft name="policy" version={read_at} onVersion={setFrom} />
      <FormProblems state={state} />
      <Card title={t("Cancelling")} lead={t("For all services. What a guest paid is given back by itself.")}>
        <div className={fields.form}>
          <Length
            state={state}
            name="cancel_window"
            label={t("Guests may cancel by themselves until")}
            after="before the start"
          />
          <ChoiceField
            state={state}
            name="refunds"
            legend={t("What they get back of what they paid")}
            type="radio"
            choices={[
              { value: "window", label: "All of it until then, nothing later" },
              { value: "steps", label: "In steps, by how early they cancel" },
            ]}
          />
          <fieldset className={`${fields.group} ${styles.steps}`}>
            <legend className={fields.legend}>{t("Steps")}</legend>
            <p className={fields.hint}>{t("Later than the last step: nothing. Empty rows do not count.")}</p>
            <div className={fields.rows}>
              {Array.from({ length: tier_rows }, (_, index) => (
                <div key={index} className={styles.step}>
                  <TextField
                    state={state}
                    name={`tiers[${index}].hours_before`}
                    label={t("Hours before")}
                    aria-label={t("Step {value}: hours before the start", { value: index + 1 })}
                    type="number"
                    min={0}
                    max={8760}
                    step="any"
                  />
                  <TextField
                    state={state}
                    name={`tiers[${index}].refund_pct`}
                    label={t("Percent back")}
                    aria-label={t("Step {value}: percent back", { value: index + 1 })}
                    type="number"
                    min={0}
                    max={100}
                    step="any"
                  />
                </div>
              ))}
            </div>
            {state.problem("tiers") && <p className={fields.problem}>{state.problem("tiers")}</p>}
          </fieldset>
          <section className={styles.example} aria-label={t("Example")}>
            <div className={fields.inline}>
              <TextField
                state={state}
                name="example_price"
                label={t("Example: paid ({currency})", { currency: money.currency })}
                inputMode="decimal"
                maxLength={20}
              />
              <TextField
                state={state}
                name="example_hours"
                label={t("cancelled, hours before")}
                inputMode="decimal"
                maxLength={10}
              />
              <Button type="submit" name="intent" value="example" formNoValidate data-tries>
                {t("Work it out")}
              </Button>
            </div>
            <output className={styles.words}>{example ?? t("Type a price and a number of hours.")}</output>
          </section>
        </div>
      </Card>
      <Card title={t("Moving")}>
        <div className={fields.form}>
          <Length
            state={state}
            name="reschedule_window"
            label={t("Guests may move a booking until")}
            after="before the start"
          />
          {number("max_reschedules", "How often a guest may move one booking", { min: 0, max: 100 })}
        </div>
      </Card>
      <Card title={t("Holding a time")}>
        <div className={fields.form}>
          <div className={fields.row}>
            {number("hold_minutes", "While a guest pays, minutes", { min: 5, max: 60 })}
            {number("hold_hours_approval", "While you decide on a request, hours", { min: 1, max: 720 })}
            {number("hold_hours_payment", "For payment after approval, hours", { min: 1, max: 168 })}
          </div>
          <Length state={state} name="waitlist_offer" label={t("A freed seat is kept for the waiting list for")} />
        </div>
      </Card>
      <Card title={t("Reminders")} lead={t("Guests are reminded by mail before the start. Empty rows send nothing.")}>
        <div className={fields.rows}>
          {Array.from({ length: reminder_rows }, (_, index) => (
            <Length
              key={index}
              state={state}
              name={`reminders[${index}]`}
              label={t("Reminder {value}", { value: index + 1 })}
              after="before the start"
              isOptional
            />
          ))}
        </div>
        {state.problem("reminders") && <p className={fields.problem}>{state.problem("reminders")}</p>}
      </Card>
      <Button variant="primary" type="submit" name="intent" value="save">
        {t("Save")}
      </Button>
    </Form>
  );
}

interface LengthProps {
  state: FormState;
  name: string;
  label: string;
  after?: string;
  isOptional?: boolean;
}

/** A length of time as a number and its unit. */
function Length({ state, name, label, after, isOptional = false }: LengthProps) {
  return (
    <fieldset className={fields.group}>
      <legend className={fields.legend}>{label}</legend>
      <div className={styles.length}>
        <TextField
          state={state}
          name={`${name}.amount`}
          label=""
          aria-label={t("{label}: how many", { label })}
          type="number"
          min={0}
          required={!isOptional}
        />
        <SelectField
          state={state}
          name={`${name}.unit`}
          label=""
          aria-label={t("{label}: unit", { label })}
          options={UNITS}
          defaultValue={state.text(`${name}.unit`) || "hours"}
        />
        {after !== undefined && <span>{after}</span>}
      </div>
    </fieldset>
  );
}

import { useState } from "react";
import { Draft } from "../drafts/draft";
import { Button } from "../kit/button";
import { TextInput } from "../kit/inputs";
import { PanelForm, PanelTitle } from "./panel-form";
import type { BookingRefusal, BookingView } from "./booking-view";
import { PanelLink } from "./panel-link";
import styles from "./booking-panel.module.css";

type Refusal = Partial<BookingRefusal> | undefined;

interface CancelFormProps {
  view: BookingView;
  cancellation: NonNullable<BookingView["cancellation"]>;
  refusal: Refusal;
}

/** Asks before it cancels: what goes back to the cent, why, and whether the guest is mailed. */
export function CancelForm({ view, cancellation, refusal }: CancelFormProps) {
  const { line, refundable } = view;
  const [mode, setMode] = useState("policy");
  const back = { policy: cancellation.words, full: refundable?.words ?? "", none: "", amount: "" }[mode] ?? "";
  const label =
    mode === "amount" ? "Cancel and refund" : back === "" ? "Cancel the booking" : `Cancel and refund ${back}`;
  return (
    <PanelForm view={view} intent="cancel" className={styles.part}>
      <Draft name={`booking ${line.id} cancel`} />
      <PanelTitle>{line.status === "pending" ? "Decline this booking?" : "Cancel this booking?"}</PanelTitle>
      <p className={styles.lead}>{cancellation.policy} This cannot be undone.</p>
      {refundable !== null && (
        <fieldset className={styles.choices}>
          <legend>What goes back</legend>
          <Choice value="policy" now={mode} choose={setMode}>
            By your policy{cancellation.words === "" ? ": nothing" : `: ${cancellation.words}`}
          </Choice>
          <Choice value="full" now={mode} choose={setMode}>
            Everything: {refundable.words}
          </Choice>
          <Choice value="none" now={mode} choose={setMode}>
            Nothing
          </Choice>
          <Choice value="amount" now={mode} choose={setMode}>
            A part
          </Choice>
          <TextInput
            name="amount"
            label={`Part in ${refundable.currency}, if you chose a part`}
            inputMode="decimal"
            autoComplete="off"
            error={refusal?.result?.error?.amount?.join(" ")}
          />
        </fieldset>
      )}
      <TextInput name="reason" label="Reason (the guest may read it)" maxLength={1000} autoComplete="off" />
      <MailTick view={view} about="the cancellation" />
      <div className={styles.buttons}>
        <Button type="submit" variant="danger">
          {label}
        </Button>
        <PanelLink path={view.path} show={null} discards={`booking ${line.id} cancel`} className={styles.leave}>
          Keep the booking
        </PanelLink>
      </div>
    </PanelForm>
  );
}

interface ChoiceProps {
  value: string;
  now: string;
  choose: (value: string) => void;
  children: React.ReactNode;
}

function Choice({ value, now, choose, children }: ChoiceProps) {
  return (
    <label className={styles.tick}>
      <input type="radio" name="refund" value={value} defaultChecked={value === now} onChange={() => choose(value)} />
      <span>{children}</span>
    </label>
  );
}

/** Gives money of one payment back and leaves the booking as it is; which payment is said, where there are several. */
export function RefundForm({ view, refusal }: { view: BookingView; refusal: Refusal }) {
  const { line, path, refund_payments: payments } = view;
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(payments[0]!.id); // shown only with one
  const payment = payments.find(({ id }) => id === chosen) ?? payments[0]!;
  return (
    <PanelForm view={view} intent="refund" className={styles.part}>
      <Draft name={`booking ${line.id} refund`} />
      <PanelTitle>Refund</PanelTitle>
      {payments.length === 1 ? (
        <input type="hidden" name="payment_id" value={payment.id} />
      ) : (
        <fieldset className={styles.choices}>
          <legend>Which payment goes back</legend>
          {payments.map(({ id, label }) => (
            <label key={id} className={styles.tick}>
              <input
                type="radio"
                name="payment_id"
                value={id}
                checked={id === payment.id}
                onChange={() => setChosen(id)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <p className={styles.lead}>
        Up to {payment.words} can go back to <bdi>{line.customer.name}</bdi>
        {payment.is_surplus ? "; the booking itself stays paid" : ""}. This cannot be undone.
      </p>
      <div className={styles.fields}>
        <TextInput
          name="amount"
          label={`Amount in ${payment.currency}, empty for all of it`}
          description={line.balance.owed === null ? undefined : `Owed to the guest: ${line.balance.owed}`}
          inputMode="decimal"
          autoComplete="off"
          error={refusal?.result?.error?.amount?.join(" ")}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
        <TextInput name="reason" label="Reason, for your own log" maxLength={500} autoComplete="off" />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="danger">
          {typed === "" ? `Refund ${payment.words}` : `Refund ${typed} ${payment.currency}`}
        </Button>
        <PanelLink path={path} show={null} discards={`booking ${line.id} refund`} className={styles.leave}>
          Refund nothing
        </PanelLink>
      </div>
    </PanelForm>
  );
}

/** Nothing reaches a guest by accident: who is mailed is said, and can be unticked. */
export function MailTick({ view, about }: { view: BookingView; about: string }) {
  const { email } = view.line.customer;
  if (email === null) return null;
  return (
    <label className={styles.tick}>
      <input type="checkbox" name="notify" defaultChecked />
      <span>
        Mail {email} about {about}
      </span>
    </label>
  );
}

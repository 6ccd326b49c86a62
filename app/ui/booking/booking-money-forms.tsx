import { useState } from "react";
import { t } from "~/i18n/text";
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
      <PanelTitle>{line.status === "pending" ? t("Decline this booking?") : t("Cancel this booking?")}</PanelTitle>
      <p className={styles.lead}>{t("{policy} This cannot be undone.", { policy: cancellation.policy })}</p>
      {refundable !== null && (
        <fieldset className={styles.choices}>
          <legend>{t("What goes back")}</legend>
          <Choice value="policy" now={mode} choose={setMode}>
            {t("By your policy")}
            {cancellation.words === "" ? t(": nothing") : `: ${cancellation.words}`}
          </Choice>
          <Choice value="full" now={mode} choose={setMode}>
            {t("Everything: {words}", { words: refundable.words })}
          </Choice>
          <Choice value="none" now={mode} choose={setMode}>
            {t("Nothing")}
          </Choice>
          <Choice value="amount" now={mode} choose={setMode}>
            {t("A part")}
          </Choice>
          <TextInput
            name="amount"
            label={t("Part in {currency}, if you chose a part", { currency: refundable.currency })}
            inputMode="decimal"
            autoComplete="off"
            error={refusal?.result?.error?.amount?.join(" ")}
          />
        </fieldset>
      )}
      <TextInput name="reason" label={t("Reason (the guest may read it)")} maxLength={1000} autoComplete="off" />
      <MailTick view={view} about="the cancellation" />
      <div className={styles.buttons}>
        <Button type="submit" variant="danger">
          {label}
        </Button>
        <PanelLink path={view.path} show={null} discards={`booking ${line.id} cancel`} className={styles.leave}>
          {t("Keep the booking")}
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
      <PanelTitle>{t("Refund")}</PanelTitle>
      {payments.length === 1 ? (
        <input type="hidden" name="payment_id" value={payment.id} />
      ) : (
        <fieldset className={styles.choices}>
          <legend>{t("Which payment goes back")}</legend>
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
        {t("Up to {words} can go back to", { words: payment.words })} <bdi>{line.customer.name}</bdi>
        {payment.is_surplus ? t("; the booking itself stays paid") : ""}
        {t(". This cannot be undone.")}
      </p>
      <div className={styles.fields}>
        <TextInput
          name="amount"
          label={t("Amount in {currency}, empty for all of it", { currency: payment.currency })}
          description={
            line.balance.owed === null ? undefined : t("Owed to the guest: {owed}", { owed: line.balance.owed })
          }
          inputMode="decimal"
          autoComplete="off"
          error={refusal?.result?.error?.amount?.join(" ")}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
        <TextInput name="reason" label={t("Reason, for your own log")} maxLength={500} autoComplete="off" />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="danger">
          {typed === ""
            ? t("Refund {words}", { words: payment.words })
            : t("Refund {typed} {currency}", { typed, currency: payment.currency })}
        </Button>
        <PanelLink path={path} show={null} discards={`booking ${line.id} refund`} className={styles.leave}>
          {t("Refund nothing")}
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
      <span>{t("Mail {email} about {about}", { email, about })}</span>
    </label>
  );
}

import { Tick, Fieldset, Hint, Buttons, FieldRow } from "~/ui/kit/form";
import { useState } from "react";
import { t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import { Button } from "~/ui/kit/button";
import { FieldProblem, TextField } from "../form/fields";
import { readPrice } from "../form/price";
import { PanelFields, PanelTitle } from "./panel-form";
import type { BookingRefusal, BookingView, RefundChoice } from "./booking-view";
import { PanelLink } from "./panel-link";

const LEAVE = "inline-flex items-center min-h-9 px-2 text-muted max-md:min-h-10";

type Refusal = Partial<BookingRefusal> | undefined;

interface CancelFormProps {
  view: BookingView;
  cancellation: NonNullable<BookingView["cancellation"]>;
  refusal: Refusal;
}

/** Confirms a cancellation: the exact refund, a reason, and whether to email the guest. */
export function CancelForm({ view, cancellation, refusal }: CancelFormProps) {
  const { line, refundable } = view;
  const [mode, setMode] = useState("policy");
  const refund = { policy: cancellation.words, full: refundable?.words ?? "" }[mode] ?? "";
  return (
    <PanelFields
      view={view}
      intent="cancel"
      stored={{ refund: "policy", notify: true }}
      refusal={refusal}
    >
      <PanelTitle>
        {line.status === "pending" ? t("Decline booking?") : t("Cancel booking?")}
      </PanelTitle>
      <Hint>
        {t("{{policy}} The time becomes free. This can’t be undone.", {
          policy: cancellation.policy,
        })}
      </Hint>
      {view.cancel_choices.length > 0 && (
        <Fieldset legend={view.visit === null ? t("Dates", { context: "series" }) : t("Services")}>
          <Tick type="radio" name="scope" value="this" defaultChecked>
            {view.visit === null ? t("Only this date") : t("Only this service")}
          </Tick>
          {view.cancel_choices.map(({ value, words }) => (
            <Tick key={value} type="radio" name="scope" value={value}>
              {words}
            </Tick>
          ))}
        </Fieldset>
      )}
      {refundable !== null && (
        <Fieldset legend={t("Refund")}>
          <Choice value="policy" now={mode} choose={setMode}>
            {cancellation.words === ""
              ? t("By policy: nothing")
              : t("By policy: {{amount}}", { amount: cancellation.words })}
          </Choice>
          <Choice value="full" now={mode} choose={setMode}>
            {t("Full: {{amount}}", { amount: refundable.words })}
          </Choice>
          <Choice value="none" now={mode} choose={setMode}>
            {t("No refund")}
          </Choice>
          <Choice value="amount" now={mode} choose={setMode}>
            {t("Other amount")}
          </Choice>
          <TextField
            name="amount"
            label={t("Other amount in {{currency}}", { currency: refundable.currency })}
            inputMode="decimal"
          />
          <FieldProblem name="refund" />
        </Fieldset>
      )}
      <TextField name="reason" label={t("Reason (shown to the guest)")} maxLength={1000} />
      <NotifyTick view={view}>
        {(email) => t("Email {{email}} about the cancellation", { email })}
      </NotifyTick>
      <Buttons>
        <Button type="submit" variant="danger">
          <CancelWords mode={mode} refund={refund} isPending={line.status === "pending"} />
        </Button>
        <PanelLink
          path={view.path}
          show={null}
          discards={`booking ${line.id} cancel`}
          className={LEAVE}
        >
          {line.status === "pending" ? t("Keep pending") : t("Keep booking")}
        </PanelLink>
      </Buttons>
    </PanelFields>
  );
}

/** Button label; includes the amount once it is known. */
function CancelWords({
  mode,
  refund,
  isPending,
}: {
  mode: string;
  refund: string;
  isPending: boolean;
}) {
  if (mode === "amount") return isPending ? t("Decline and refund") : t("Cancel and refund");
  if (refund === "") return isPending ? t("Decline booking") : t("Cancel booking");
  return isPending
    ? t("Decline and refund {{amount}}", { amount: refund })
    : t("Cancel and refund {{amount}}", { amount: refund });
}

interface ChoiceProps {
  value: string;
  now: string;
  choose: (value: string) => void;
  children: React.ReactNode;
}

function Choice({ value, now, choose, children }: ChoiceProps) {
  return (
    <Tick
      type="radio"
      name="refund"
      value={value}
      defaultChecked={value === now}
      onChange={() => choose(value)}
    >
      {children}
    </Tick>
  );
}

/** The typed amount with its currency. Invalid input stays as it was typed. */
function refundWords(typed: string, { currency, locale, words }: RefundChoice): string {
  if (typed === "") return words;
  const amount = readPrice(typed, currency);
  return amount == null ? typed : formatMoney(amount, currency, locale);
}

/** Refunds one payment and keeps the booking. With several payments, staff choose one. */
export function RefundForm({ view, refusal }: { view: BookingView; refusal: Refusal }) {
  const { line, path, refund_payments: payments } = view;
  const [typed, setTyped] = useState("");
  // the select is hidden for a single payment
  const [chosen, setChosen] = useState(payments[0]!.id);
  const payment = payments.find(({ id }) => id === chosen) ?? payments[0]!;
  const most = { amount: payment.words, guest: line.customer.name };
  return (
    <PanelFields view={view} intent="refund" refusal={refusal}>
      <PanelTitle>{t("Refund")}</PanelTitle>
      {payments.length === 1 ? (
        <input type="hidden" name="payment_id" value={payment.id} />
      ) : (
        <Fieldset legend={t("Payment")}>
          {payments.map(({ id, label }) => (
            <Tick
              key={id}
              type="radio"
              name="payment_id"
              value={id}
              checked={id === payment.id}
              onChange={() => setChosen(id)}
            >
              {label}
            </Tick>
          ))}
        </Fieldset>
      )}
      <Hint>
        {payment.is_surplus
          ? t("Up to {{amount}} to {{guest}}. The booking stays paid. This can’t be undone.", most)
          : t("Up to {{amount}} to {{guest}}. The booking stays. This can’t be undone.", most)}
      </Hint>
      <FieldRow>
        <TextField
          name="amount"
          label={t("Amount in {{currency}} (empty: all)", { currency: payment.currency })}
          description={
            line.balance.owed === null
              ? undefined
              : t("Owed to guest: {{amount}}", { amount: line.balance.owed })
          }
          inputMode="decimal"
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
        <TextField name="reason" label={t("Reason (internal)")} maxLength={500} />
      </FieldRow>
      <Buttons>
        <Button type="submit" variant="danger">
          {t("Refund {{amount}}", { amount: refundWords(typed, payment) })}
        </Button>
        <PanelLink path={path} show={null} discards={`booking ${line.id} refund`} className={LEAVE}>
          {t("Don’t refund")}
        </PanelLink>
      </Buttons>
    </PanelFields>
  );
}

/** Shows who will be emailed, with a checkbox to opt out, so no email is sent by accident. */
export function NotifyTick({
  view,
  children,
}: {
  view: BookingView;
  children: (email: string) => string;
}) {
  const { email } = view.line.customer;
  if (email === null) return null;
  return (
    <Tick type="checkbox" name="notify" defaultChecked>
      {children(email)}
    </Tick>
  );
}

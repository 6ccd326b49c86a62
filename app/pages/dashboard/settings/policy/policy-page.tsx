import { msg, t } from "~/i18n/text";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import type { FormRefusal } from "~/ui/form/page-form";
import { PageHeader } from "~/ui/layout/page-header";
import { PolicyForm } from "./policy-form";
import type { PolicyView } from "./load.server";

/** Translated with t(). */
const LABELS = {
  "cancel_window.amount": msg("Cancellation deadline"),
  refunds: msg("Refund"),
  "tiers[0].hours_before": msg("First step (hours)"),
  "tiers[0].refund_pct": msg("First step (%)"),
  no_show_refund_pct: msg("No-show refund (%)"),
  tax_name: msg("Name of the tax"),
  tax_rate: msg("Tax rate (%)"),
  "reschedule_window.amount": msg("Move deadline"),
  max_reschedules: msg("Moves per booking"),
  hold_minutes: msg("During checkout"),
  hold_hours_approval: msg("Awaiting approval"),
  hold_hours_payment: msg("Payment after approval"),
  "waitlist_offer.amount": msg("Waiting-list offer"),
  "reminders[0].amount": msg("First reminder"),
};

/** Form response, if it wasn't saved. */
interface PolicyAnswer {
  result?: FormRefusal;
  /** Inputs of the example, without JavaScript. */
  tried?: object;
  /** The input, if someone else saved concurrently. */
  conflict?: object;
}

/** The company's policy, and the differences after a save conflict. */
export function PolicyPage({
  view,
  answer,
}: {
  view: PolicyView;
  answer: PolicyAnswer | undefined;
}) {
  const { stored } = view;
  const { conflict, tried, result } = answer ?? {};
  return (
    <>
      <PageHeader title={t("Policy")} />
      {conflict && <Conflict lines={conflictLines(LABELS, conflict, stored)} />}
      <PolicyForm
        {...view}
        typed={conflict ?? tried}
        refusal={result}
        is_conflict={conflict !== undefined}
      />
    </>
  );
}

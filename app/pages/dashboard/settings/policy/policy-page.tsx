import { t } from "~/i18n/text";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import type { FormRefusal } from "~/ui/form/page-form";
import { PageHeader } from "~/ui/layout/page-header";
import { PolicyForm } from "./policy-form";
import type { PolicyView } from "./load.server";

const LABELS = {
  "cancel_window.amount": "Cancelling until",
  refunds: "Refunds",
  "tiers[0].hours_before": "First step, hours",
  "tiers[0].refund_pct": "First step, percent",
  "reschedule_window.amount": "Moving until",
  max_reschedules: "Number of moves",
  hold_minutes: "While a guest pays",
  hold_hours_approval: "While you decide",
  hold_hours_payment: "For payment after approval",
  "waitlist_offer.amount": "For the waiting list",
  "reminders[0].amount": "First reminder",
};

/** What the form was answered, where it was not saved. */
interface PolicyAnswer {
  result?: FormRefusal;
  /** What the example was asked with, before JavaScript. */
  tried?: object;
  /** What was typed, where someone else has saved meanwhile. */
  conflict?: object;
}

/** The company's rules, and where someone else changed them meanwhile, what is different. */
export function PolicyPage({ view, answer }: { view: PolicyView; answer: PolicyAnswer | undefined }) {
  const { stored } = view;
  const { conflict, tried, result } = answer ?? {};
  return (
    <>
      <PageHeader title={t("Policy")} />
      {conflict && <Conflict lines={conflictLines(LABELS, conflict, stored)} />}
      <PolicyForm {...view} typed={conflict ?? tried} refusal={result} is_conflict={conflict !== undefined} />
    </>
  );
}

import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { policyFields, PolicyForm as Fields, readPolicyForm } from "./policy-fields";
import { getTenantProfile, updateTenant } from "~/domain/tenants/tenant-profile.server";
import { orConflict } from "~/http/changed-meanwhile.server";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import { formState } from "~/ui/form/form-state";
import { PageHeader } from "~/ui/layout/page-header";
import { PolicyForm } from "./policy-form";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Policy · Booking Service" }];

const PATH = "/dashboard/settings/policy";
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

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { policy, currency, updated_at } = await getTenantProfile(actor);
  const { tier_rows, reminder_rows, ...fields } = policyFields(policy);
  return {
    ...{ tier_rows, reminder_rows, read_at: updated_at },
    stored: { ...fields, example_price: "42.00", example_hours: "30" },
    money: { currency, locale: calendarOf(actor).locale },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Fields, async (form) => {
    if (form.intent === "example") return data({ tried: form });
    return orConflict(form, async () => {
      await updateTenant(actor, { policy: readPolicyForm(form) }, form.read_at);
      return redirectWith(PATH, "Saved the policy. It holds for all bookings, also those already made.");
    });
  });
}

export default function Policy() {
  const { stored, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const conflict = answer && "conflict" in answer ? answer.conflict : null;
  const tried = answer && "tried" in answer ? answer.tried : null;
  const state = formState(conflict ?? tried ?? stored, answer && "result" in answer ? answer.result : undefined);
  return (
    <>
      <PageHeader title="Policy" />
      {conflict !== null && <Conflict lines={conflictLines(LABELS, state.text, formState(stored, undefined).text)} />}
      <PolicyForm key={shown.read_at} state={state} is_conflict={conflict !== null} {...shown} />
    </>
  );
}

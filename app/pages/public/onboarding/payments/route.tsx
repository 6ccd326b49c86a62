import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  completeOnboarding,
  readOnboarding,
  saveOnboardingStep,
} from "~/domain/onboarding/onboarding.server";
import { isPaymentTest } from "~/lib/payment-test.server";
import { previewDefaultWidget } from "~/domain/widgets/read-widget-config.server";
import { requireActor, submit } from "~/http/page.server";
import { connectProblem } from "~/ui/payments/payments-state";
import { listUnpayableServices, readPaymentsStep } from "../payments-step.server";
import { PaymentsPage } from "./payments-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const Answer = z.strictObject({ intent: z.enum(["done", "later"]) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { schedule } = (await readOnboarding(actor)).data;
  if (schedule === null) throw redirect("/onboarding/schedule");
  const [payments, unpayable, config] = await Promise.all([
    readPaymentsStep(actor),
    listUnpayableServices(actor),
    previewDefaultWidget(actor),
  ]);
  const problem = connectProblem(new URL(request.url).searchParams.get("connect_error"));
  return { payments, unpayable, problem, is_test: isPaymentTest(), config };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Answer, async ({ intent }) => {
    const isConnected = intent === "done" && (await readPaymentsStep(actor)).state === "connected";
    await saveOnboardingStep(actor, { step: "payments", data: { skip: !isConnected } });
    await completeOnboarding(actor);
    return redirect("/onboarding/done");
  });
}

export default function PaymentsRoute() {
  return (
    <PaymentsPage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}

import { Anchor, Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { completeOnboarding, readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { listUnpayableOffers, readPaymentsStep } from "../payments-step.server";
import { isPaymentTest } from "~/domain/payments/test-mode.server";
import { requireActor, submit } from "~/http/page.server";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { SandboxNote } from "~/ui/layout/sandbox-banner";
import { connectProblem, PaymentsState } from "~/ui/payments/payments-state";
import styles from "~/ui/form/step-form.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const Answer = z.strictObject({ intent: z.enum(["done", "later"]) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { schedule } = (await readOnboarding(actor)).data;
  if (schedule === null) throw redirect("/onboarding/schedule");
  const [payments, unpayable] = await Promise.all([readPaymentsStep(actor), listUnpayableOffers(actor)]);
  const problem = connectProblem(new URL(request.url).searchParams.get("connect_error"));
  return { payments, unpayable, problem, is_test: isPaymentTest() };
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

export default function PaymentsPage() {
  const { payments, unpayable, problem, is_test } = useLoaderData<typeof loader>();
  const problems = useActionData<typeof action>()?.result.error?.[""];
  const isSaving = useNavigation().state !== "idle";
  const mayConnect = payments.state === "unconnected" && payments.is_owner;
  return (
    <>
      <h1 className={styles.title}>Get paid online</h1>
      <p className={styles.lead}>
        Guests can pay when they book. The money goes straight to your own account at the payment provider.
      </p>
      <div className={styles.form}>
        {(problem ?? problems) && <Notice tone="bad">{problem ?? problems?.join(" ")}</Notice>}
        {is_test && <SandboxNote />}
        <PaymentsState payments={payments} />
        {unpayable.map((text) => (
          <Notice key={text} tone="info">
            {text}
          </Notice>
        ))}
        <Form method="post" className={styles.buttons!}>
          <Anchor component={Link} to="/onboarding/widget" size="sm">
            Back
          </Anchor>
          <span className={styles.pair}>
            <Button
              type="submit"
              name="intent"
              value={payments.state === "connected" ? "done" : "later"}
              size="md"
              variant={mayConnect ? "default" : "filled"}
              loading={isSaving}
              {...(!mayConnect && { rightSection: <Icon name="right" /> })}
            >
              {payments.state === "unconnected" ? "Finish without payments" : "Finish the set-up"}
            </Button>
            {mayConnect && (
              <Button
                component="a"
                href="/api/payprovider/connect?action=authorize&return_to=onboarding"
                size="md"
                rightSection={<Icon name="right" />}
              >
                Connect an account
              </Button>
            )}
          </span>
        </Form>
      </div>
    </>
  );
}

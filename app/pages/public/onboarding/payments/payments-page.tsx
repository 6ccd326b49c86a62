import { Form, useNavigation } from "@remix-run/react";
import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { SandboxNote } from "~/ui/layout/sandbox-banner";
import { PaymentsState } from "~/ui/payments/payments-state";
import type { PaymentsStep } from "~/ui/payments/payments-step";
import { Button, LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { GuestView } from "../guest-view";
import { Step } from "../step";

interface PaymentsPageProps {
  payments: PaymentsStep;
  /** Why services that require payment can't be booked online. */
  unpayable: string[];
  /** Error from the payment provider. */
  problem: string | null;
  is_test: boolean;
  config: WidgetConfig;
  refusal: FormRefusal | undefined;
}

/** Last step: the company's payment account. */
export function PaymentsPage({
  payments,
  unpayable,
  problem,
  is_test,
  config,
  refusal,
}: PaymentsPageProps) {
  const isSaving = useNavigation().state !== "idle";
  const mayConnect = payments.state === "unconnected" && payments.is_owner;
  return (
    <Step beside={<GuestView config={config} />}>
      <h1 className="m-0 mb-2 text-[1.5rem] font-semibold leading-[2rem]">
        {t("Get paid online")}
      </h1>
      <p className="m-0 mb-6 text-muted leading-[1.5rem]">
        {t(
          "Guests can pay when they book. The money goes straight to your own account at the payment provider.",
        )}
      </p>
      <div className="flex flex-col gap-5">
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <Problems refusal={refusal} />
        {is_test && <SandboxNote />}
        <PaymentsState payments={payments} />
        {unpayable.map((text) => (
          <Notice key={text} tone="info">
            {text}
          </Notice>
        ))}
        <Form
          method="post"
          className="flex flex-wrap items-center justify-between gap-3 mt-2 [&>:last-child]:ms-auto"
        >
          <TextLink to="/onboarding/widget">{t("Back")}</TextLink>
          <span className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-auto">
            <Button
              type="submit"
              name="intent"
              value={payments.state === "connected" ? "done" : "later"}
              {...(!mayConnect && { variant: "primary", endIcon: "right" })}
              loading={isSaving}
            >
              {payments.state === "unconnected" ? t("Skip for now") : t("Finish set-up")}
            </Button>
            {mayConnect && (
              <LinkButton
                variant="primary"
                href="/api/payprovider/connect?action=authorize&return_to=onboarding"
                endIcon="right"
              >
                {t("Connect account")}
              </LinkButton>
            )}
          </span>
        </Form>
      </div>
    </Step>
  );
}

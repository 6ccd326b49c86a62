import { Anchor, Button } from "@mantine/core";
import { Form, Link, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { SandboxNote } from "~/ui/layout/sandbox-banner";
import { PaymentsState } from "~/ui/payments/payments-state";
import type { PaymentsStep } from "~/ui/payments/payments-step";
import styles from "~/ui/form/step-form.module.css";

interface PaymentsPageProps {
  payments: PaymentsStep;
  /** Why offers that ask for payment cannot be booked online. */
  unpayable: string[];
  /** What went wrong at the payment provider. */
  problem: string | null;
  is_test: boolean;
  problems: string[] | null | undefined;
}

/** The last step: the company's account at the payment provider. */
export function PaymentsPage({ payments, unpayable, problem, is_test, problems }: PaymentsPageProps) {
  const isSaving = useNavigation().state !== "idle";
  const mayConnect = payments.state === "unconnected" && payments.is_owner;
  return (
    <>
      <h1 className={styles.title}>{t("Get paid online")}</h1>
      <p className={styles.lead}>
        {t("Guests can pay when they book. The money goes straight to your own account at the payment provider.")}
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
            {t("Back")}
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
              {payments.state === "unconnected" ? t("Finish without payments") : t("Finish the set-up")}
            </Button>
            {mayConnect && (
              <Button
                component="a"
                href="/api/payprovider/connect?action=authorize&return_to=onboarding"
                size="md"
                rightSection={<Icon name="right" />}
              >
                {t("Connect an account")}
              </Button>
            )}
          </span>
        </Form>
      </div>
    </>
  );
}

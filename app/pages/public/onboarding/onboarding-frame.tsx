import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { BrandLink } from "~/ui/layout/brand-link";
import { SkipLink } from "~/ui/layout/skip-link";
import styles from "./onboarding-frame.module.css";

const STEPS = [
  { path: "/onboarding/company", label: "Company" },
  { path: "/onboarding/resource", label: "What is booked" },
  { path: "/onboarding/schedule", label: "Hours" },
  { path: "/onboarding/widget", label: "Your website" },
  { path: "/onboarding/payments", label: "Payments" },
];

/** The layout of each set-up page: its progress and the signed-in person. */
export function OnboardingFrame({ email, children }: { email: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const here = STEPS.findIndex(({ path }) => path === pathname);
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <BrandLink />
        <Form method="post" action="/sign-out" reloadDocument className={styles.who!}>
          <span className={styles.email}>{email}</span>
          <Button type="submit" variant="quiet" size="small">
            {t("Sign out")}
          </Button>
        </Form>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <ol className={styles.steps} aria-label={t("Set-up")}>
          {STEPS.map(({ path, label }, index) => {
            const isDone = here === -1 || index < here;
            return (
              <li
                key={path}
                className={styles.step}
                data-done={isDone || undefined}
                aria-current={index === here ? "step" : undefined}
              >
                <span className={styles.number} aria-hidden="true">
                  {isDone ? <Icon name="check" size={14} /> : index + 1}
                </span>
                <span className={styles.label}>{label}</span>
              </li>
            );
          })}
        </ol>
        <div className={styles.card}>{children}</div>
      </main>
    </div>
  );
}

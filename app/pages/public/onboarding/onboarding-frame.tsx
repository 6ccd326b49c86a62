import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { BusinessKind } from "~/domain/onboarding/business-kinds";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { BrandLink } from "~/ui/layout/brand-link";
import { SkipLink } from "~/ui/layout/skip-link";
import { WORDS } from "./business-words";
import styles from "./onboarding-frame.module.css";

/** Steps by path; two names depend on the kind of business. */
const stepsOf = ({ step, hours }: { step: string; hours: string }) => [
  { path: "/onboarding/company", label: t("Business") },
  { path: "/onboarding/resource", label: t(step) },
  { path: "/onboarding/schedule", label: t(hours) },
  { path: "/onboarding/widget", label: t("Website") },
  { path: "/onboarding/payments", label: t("Payments") },
];

interface OnboardingFrameProps {
  email: string;
  kind: BusinessKind;
  children: ReactNode;
}

/** Layout of the set-up pages: progress and signed-in person. */
export function OnboardingFrame({ email, kind, children }: OnboardingFrameProps) {
  const { pathname } = useLocation();
  const steps = stepsOf(WORDS[kind]);
  const here = steps.findIndex(({ path }) => path === pathname);
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
          {steps.map(({ path, label }, index) => {
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
        {children}
      </main>
    </div>
  );
}

import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { BusinessKind } from "~/domain/onboarding/business-kinds";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { BrandLink } from "~/ui/layout/brand-link";
import { SkipLink } from "~/ui/layout/skip-link";
import { WORDS } from "./business-words";

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
    <div className="min-h-[100dvh]">
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-w-264 mx-auto py-5 px-4">
        <BrandLink />
        <Form
          method="post"
          action="/sign-out"
          reloadDocument
          className="flex items-center gap-2 min-w-0 text-muted text-[0.875rem] [&_button]:flex-none"
        >
          <span className="truncate" title={email}>
            {email}
          </span>
          <Button type="submit" variant="quiet" size="small">
            {t("Sign out")}
          </Button>
        </Form>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="max-w-264 mx-auto pt-6 px-4 pb-16 outline-none sm:pt-10"
      >
        <ol
          className="grid grid-cols-5 gap-2 max-w-152 mt-0 mx-auto mb-6 p-0 list-none max-sm:flex max-sm:gap-1.5 xl:max-w-none"
          aria-label={t("Set-up")}
        >
          {steps.map(({ path, label }, index) => {
            const isDone = here === -1 || index < here;
            return (
              <li
                key={path}
                className="group/step relative flex flex-col gap-2 pt-3 border-t-3 border-line text-muted text-[0.8125rem] leading-[1.125rem] data-done:border-accent aria-[current]:border-accent aria-[current]:text-text aria-[current]:font-semibold max-sm:flex-1 max-sm:min-w-0 max-sm:aria-[current]:flex-[4]"
                data-done={isDone || undefined}
                aria-current={index === here ? "step" : undefined}
              >
                <span
                  className="grid place-items-center size-6 rounded-full bg-quiet-soft text-quiet text-[0.75rem] font-semibold group-data-done/step:bg-accent-soft group-data-done/step:text-accent-text group-[[aria-current]]/step:bg-accent group-[[aria-current]]/step:text-on-accent"
                  aria-hidden="true"
                >
                  {isDone ? <Icon name="check" size={14} /> : index + 1}
                </span>
                <span className="max-sm:group-[:not([aria-current])]/step:absolute max-sm:group-[:not([aria-current])]/step:size-px max-sm:group-[:not([aria-current])]/step:overflow-hidden max-sm:group-[:not([aria-current])]/step:[clip-path:inset(50%)] max-sm:group-[:not([aria-current])]/step:whitespace-nowrap">
                  {label}
                </span>
              </li>
            );
          })}
        </ol>
        {children}
      </main>
    </div>
  );
}

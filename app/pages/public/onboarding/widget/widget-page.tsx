import { Form, useNavigation } from "@remix-run/react";
import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import { CopyButton } from "~/ui/form/copy-button";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { Rich } from "~/ui/rich";
import { GuestView } from "../guest-view";
import { Step } from "../step";

interface WidgetPageProps {
  snippet: string;
  /** URL of the company's booking page. */
  page: string;
  config: WidgetConfig;
  refusal: FormRefusal | undefined;
}

/** Step 4: the embed code for the company's website. */
export function WidgetPage({ snippet, page, config, refusal }: WidgetPageProps) {
  const isSaving = useNavigation().state !== "idle";
  return (
    <Step beside={<GuestView config={config} />}>
      <h1 className="m-0 mb-2 text-[1.5rem] font-semibold leading-[2rem]">
        {t("Put it on your website")}
      </h1>
      <p className="m-0 mb-6 text-muted leading-[1.5rem]">
        {t(
          "Paste these two lines where the calendar should appear, or send them to the person who maintains your website. The key in them can be public.",
        )}
      </p>
      <div className="flex flex-col gap-5">
        <Problems refusal={refusal} />
        <pre
          className="m-0 p-4 border border-line rounded-[0.625rem] bg-bg font-mono text-[0.8125rem] leading-[1.375rem] wrap-anywhere whitespace-pre-wrap select-all"
          tabIndex={0}
          aria-label={t("Code for your website")}
        >
          {snippet}
        </pre>
        <div>
          <CopyButton text={snippet} what={t("the code for your website")} />
        </div>
        <p className="m-0 text-muted [&_strong]:text-text">
          <Rich
            text={t("No website? Guests can book on <page>your booking page</page>.")}
            parts={{
              page: (inner) => (
                <TextLink href={page} target="_blank">
                  {inner}
                </TextLink>
              ),
            }}
          />
        </p>
        <p className="m-0 text-muted [&_strong]:text-text">
          {t("You can skip this. The code stays in Widgets, and Today reminds you.")}
        </p>
        <Form
          method="post"
          className="flex flex-wrap items-center justify-between gap-3 mt-2 [&>:last-child]:ms-auto"
        >
          <TextLink to="/onboarding/schedule">{t("Back")}</TextLink>
          <span className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-auto">
            <Button type="submit" name="intent" value="later" disabled={isSaving}>
              {t("Skip for now")}
            </Button>
            <Button
              variant="primary"
              type="submit"
              name="intent"
              value="done"
              loading={isSaving}
              endIcon="right"
            >
              {t("I added it")}
            </Button>
          </span>
        </Form>
      </div>
    </Step>
  );
}

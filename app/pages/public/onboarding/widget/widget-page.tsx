import { Form, useNavigation } from "@remix-run/react";
import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import { CopyButton } from "~/ui/form/copy-button";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import styles from "~/ui/form/step-form.module.css";
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
      <h1 className={styles.title}>{t("Put it on your website")}</h1>
      <p className={styles.lead}>
        {t(
          "Paste these two lines where the calendar should appear, or send them to the person who maintains your website. The key in them can be public.",
        )}
      </p>
      <div className={styles.form}>
        <Problems refusal={refusal} />
        <pre className={styles.snippet} tabIndex={0} aria-label={t("Code for your website")}>
          {snippet}
        </pre>
        <div>
          <CopyButton text={snippet} what={t("the code for your website")} />
        </div>
        <p className={styles.explained}>
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
        <p className={styles.explained}>
          {t("You can skip this. The code stays in Widgets, and Today reminds you.")}
        </p>
        <Form method="post" className={styles.buttons!}>
          <TextLink to="/onboarding/schedule">{t("Back")}</TextLink>
          <span className={styles.pair}>
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

import { Form, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { CopyButton } from "~/ui/form/copy-button";
import styles from "~/ui/form/step-form.module.css";
import { Button } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";

interface WidgetPageProps {
  snippet: string;
  /** The address of the company's booking page. */
  page: string;
  problems: string[] | null | undefined;
}

/** The fourth step: the code for the company's website. */
export function WidgetPage({ snippet, page, problems }: WidgetPageProps) {
  const isSaving = useNavigation().state !== "idle";
  return (
    <>
      <h1 className={styles.title}>{t("Put it on your website")}</h1>
      <p className={styles.lead}>
        {t(
          "Paste these two lines where the calendar should appear, or send them to the person who maintains your website. The key in them may be public.",
        )}
      </p>
      <div className={styles.form}>
        {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
        <pre className={styles.snippet} tabIndex={0} aria-label={t("Code for your website")}>
          {snippet}
        </pre>
        <div>
          <CopyButton text={snippet} what={t("the code for your website")} />
        </div>
        <p className={styles.explained}>
          {t("No website? Guests can book on your own page here:")}{" "}
          <TextLink href={page} target="_blank" className={styles.address!}>
            {page}
          </TextLink>
        </p>
        <p className={styles.explained}>
          <strong>{t("Do this later")}</strong>{" "}
          {t("goes on with the set-up. The code stays in Widgets, and Today reminds you of it.")}
        </p>
        <Form method="post" className={styles.buttons!}>
          <TextLink to="/onboarding/schedule">{t("Back")}</TextLink>
          <span className={styles.pair}>
            <Button type="submit" name="intent" value="later" disabled={isSaving}>
              {t("Do this later")}
            </Button>
            <Button variant="primary" type="submit" name="intent" value="done" loading={isSaving} endIcon="right">
              {t("I have added it")}
            </Button>
          </span>
        </Form>
      </div>
    </>
  );
}

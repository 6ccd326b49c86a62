import { useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import type { FormRefusal } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import { TemplateForm } from "./template-form";
import { withoutWords } from "../../mail-words";
import type { TemplateView } from "./template-view";
import styles from "./template-page.module.css";

/** What a form was answered, where nothing was saved. */
interface TemplateAnswer {
  result?: FormRefusal;
  /** What was typed, where someone else has saved another text meanwhile. */
  conflict?: object;
  /** What was typed and sent as a test. */
  tried?: object;
  /** Whom a test was just sent to. */
  sent_to?: string;
}

/** The text of one mail beside its preview; who may not change it reads it. */
export function TemplatePage({ view, answer }: { view: TemplateView; answer: TemplateAnswer | undefined }) {
  const { key, locale, languages, language, missing, is_own, seen, stored, standard, may_edit } = view;
  const { conflict: typed, tried, sent_to, result } = answer ?? {};
  const is_conflict = typed !== undefined;
  const tabs = languages.map(({ tag, label, is_own: has_own }) => ({
    to: `/dashboard/mail/templates/${key}?locale=${tag}`,
    label: has_own ? `${label} (own)` : label,
    is_current: tag === locale,
  }));
  const text = JSON.stringify([key, locale, stored]);
  const conflict = useRef<HTMLDivElement>(null);
  // The button that was pressed is below both texts.
  useEffect(() => {
    if (is_conflict) conflict.current?.scrollIntoView({ block: "center" });
  }, [is_conflict, seen]);
  return (
    <>
      <PageHeader title={view.label} aside={view.when} />
      <Tabs label={t("Languages")} tabs={tabs} />
      <div className={styles.page}>
        <div className={styles.column}>
          <p className={styles.state}>
            {is_own ? (
              <Badge tone="info" icon="edit">
                {t("Own text")}
              </Badge>
            ) : (
              <Badge tone="quiet" icon="note">
                {t("Default text")}
              </Badge>
            )}
          </p>
          {is_own && (
            <p className={styles.reach}>
              {t("Readers of other languages get the default text, or your own in theirs.")}
            </p>
          )}
          {missing.map((variable) => (
            <Notice key={variable} tone="info">
              <code>{`{{ ${variable} }}`}</code> {t("is missing: without it,")}{" "}
              {withoutWords[variable] ?? t("the email is incomplete")}
              {t(". Add it to the text.")}
            </Notice>
          ))}
          {sent_to !== undefined && <Notice tone="info">{t("A test is on its way to {sent_to}.", { sent_to })}</Notice>}
          {is_conflict && (
            <div ref={conflict} className={styles.conflict}>
              <Notice tone="bad">
                {t(
                  "Someone else has changed this text while you were typing. Compare it with yours, then save again: yours replaces it.",
                )}
              </Notice>
              <Reading name="The text now" subject={stored.subject} body={stored.body} />
            </div>
          )}
          <Card title={t("Text in {language}", { language })}>
            {may_edit ? (
              <TemplateForm view={view} typed={typed ?? tried} refusal={result} is_conflict={is_conflict} />
            ) : (
              <Reading name="Text" subject={stored.subject} body={stored.body} />
            )}
          </Card>
          {is_own && (
            <details className={styles.standard}>
              <summary>{t("Compare with the default text")}</summary>
              <Reading name="Default text" subject={standard.subject} body={standard.body} />
            </details>
          )}
          {is_own && may_edit && (
            <Confirm title={t("Back to the default")} intent="default" button={t("Use the default text")}>
              <p>
                {t("Deletes your own text in {language}. Emails sent from now on have the default text.", { language })}
              </p>
            </Confirm>
          )}
        </div>
        <section className={styles.preview} aria-labelledby="preview-title">
          <h2 id="preview-title">{t("Preview, with an example")}</h2>
          {/* The form posts into it; its answer has a policy of its own, under which nothing runs. */}
          <iframe
            key={text}
            name="preview"
            title={t("Preview of the mail")}
            sandbox=""
            src={`/dashboard/mail/preview?key=${key}&locale=${locale}`}
          />
        </section>
      </div>
    </>
  );
}

function Reading({ name, subject, body }: { name: string; subject: string; body: string }) {
  return (
    <div className={styles.reading}>
      <p>
        <strong>{t("Subject:")}</strong> {subject}
      </p>
      <pre role="group" tabIndex={0} aria-label={name}>
        {body}
      </pre>
    </div>
  );
}

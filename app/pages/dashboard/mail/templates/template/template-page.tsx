import { useEffect, useRef } from "react";
import { missingVariables } from "~/domain/email/missing-variables";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/kit/badge";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import type { FormRefusal } from "~/ui/form/page-form";
import { TextLink } from "~/ui/kit/link";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import { Rich } from "~/ui/rich";
import { TemplateForm } from "./template-form";
import { MissingNotice } from "./missing-notice";
import type { TemplateView } from "./load.server";

/** Form response when nothing was saved. */
interface TemplateAnswer {
  result?: FormRefusal;
  /** The input, if someone else saved concurrently. */
  conflict?: object;
  /** The input that was sent as a test. */
  tried?: object;
  /** Recipient of the test. */
  sent_to?: string;
}

/** An email's text next to its preview; read-only without permission. */
export function TemplatePage({
  view,
  answer,
}: {
  view: TemplateView;
  answer: TemplateAnswer | undefined;
}) {
  const { key, locale, languages, language, unwritten, is_own, seen, stored, standard, may_edit } =
    view;
  const { conflict: typed, tried, sent_to, result } = answer ?? {};
  const is_conflict = typed !== undefined;
  const addressOf = (tag: string) => `/dashboard/mail/templates/${key}?locale=${tag}`;
  const tabs = languages.map(({ tag, label, is_own: has_own }) => ({
    to: addressOf(tag),
    label: has_own ? t("{{language}} (own)", { language: label }) : label,
    is_current: tag === locale,
  }));
  const text = JSON.stringify([key, locale, stored]);
  const conflict = useRef<HTMLDivElement>(null);
  // The pressed button is below both texts.
  useEffect(() => {
    if (is_conflict) conflict.current?.scrollIntoView({ block: "center" });
  }, [is_conflict, seen]);
  return (
    <>
      <PageHeader title={view.label} aside={view.when} />
      <Tabs label={t("Languages")} tabs={tabs} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(26rem,100%),1fr))] gap-6 items-start">
        <div className="flex flex-col gap-4 min-w-0">
          {unwritten.map(({ tag, label, has_default }) => (
            <Notice key={tag} tone="info">
              <Rich
                text={
                  has_default
                    ? t(
                        "Not written in {{language}} yet: those guests get the default text. <write>Write it</write>",
                        {
                          language: label,
                        },
                      )
                    : t(
                        "Not written in {{language}} yet: those guests get English. <write>Write it</write>",
                        {
                          language: label,
                        },
                      )
                }
                parts={{ write: (inner) => <TextLink to={addressOf(tag)}>{inner}</TextLink> }}
              />
            </Notice>
          ))}
          {sent_to !== undefined && (
            <Notice tone="info">{t("A test is on its way to {{sent_to}}.", { sent_to })}</Notice>
          )}
          {is_conflict && (
            <div ref={conflict} className="flex flex-col gap-4 min-w-0">
              <Notice tone="bad">{t("Changed by someone else. Review, then save.")}</Notice>
              <Reading name={t("Current text")} subject={stored.subject} body={stored.body} />
            </div>
          )}
          <section aria-labelledby="text-title">
            <div className="flex flex-wrap gap-x-3 gap-y-1 items-center mb-3">
              <h2 className="m-0 text-md font-semibold" id="text-title">
                {t("Text in {{language}}", { language })}
              </h2>
              {is_own ? (
                <Badge tone="info" icon="edit">
                  {t("Customised")}
                </Badge>
              ) : (
                <Badge tone="quiet" icon="note">
                  {t("Default text")}
                </Badge>
              )}
            </div>
            {may_edit ? (
              <TemplateForm
                key={text}
                view={view}
                typed={typed ?? tried}
                refusal={result}
                is_conflict={is_conflict}
              />
            ) : (
              <>
                {missingVariables(key, stored.body).map((variable) => (
                  <MissingNotice key={variable} variable={variable} />
                ))}
                <Reading name={t("Text")} subject={stored.subject} body={stored.body} />
              </>
            )}
          </section>
          {is_own && (
            <details className="[&_summary]:py-2.5 [&_summary]:text-accent-text [&_summary]:text-sm [&_summary]:font-medium [&_summary]:cursor-pointer py-0 px-4 border border-line rounded-[0.75rem] bg-surface">
              <summary>{t("Compare with the default text")}</summary>
              <Reading name={t("Default text")} subject={standard.subject} body={standard.body} />
            </details>
          )}
          {is_own && may_edit && (
            <Confirm
              title={t("Back to the default")}
              intent="default"
              button={t("Use the default text")}
            >
              <p>
                {t(
                  "Deletes your own text in {{language}}. Emails sent from now on have the default text.",
                  { language },
                )}
              </p>
            </Confirm>
          )}
        </div>
        <section className="sticky top-4 min-w-0 max-md:static" aria-labelledby="preview-title">
          <div className="flex flex-wrap gap-x-3 gap-y-1 items-center mb-3">
            <h2 className="m-0 text-md font-semibold" id="preview-title">
              {t("Preview in {{language}}", { language })}
            </h2>
            <span className="text-muted text-sm">{t("with an example booking")}</span>
          </div>
          {/* Target of the form; the preview's own CSP blocks scripts. */}
          <iframe
            className="block w-full h-168 border border-line rounded-[0.875rem] [background:#fff] max-md:h-128"
            key={text}
            name="preview"
            title={t("Preview of the email")}
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
    <div className="pb-4">
      <p className="m-0 mb-2 wrap-anywhere">
        <strong>{t("Subject:")}</strong> {subject}
      </p>
      <pre
        className="max-h-96 m-0 overflow-auto text-[0.8125rem] leading-5 whitespace-pre-wrap wrap-anywhere"
        role="group"
        tabIndex={0}
        aria-label={name}
      >
        {body}
      </pre>
    </div>
  );
}

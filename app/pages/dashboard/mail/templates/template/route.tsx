import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Locale } from "~/contract/common";
import { NewEmailTemplate, TemplateKey } from "~/contract/email";
import { TemplateForm } from "../../mail-forms";
import { templateLanguages } from "~/domain/email/template-languages";
import { listOwnLanguages, readTemplateText, saveTemplateText, seenText } from "~/domain/email/template-text.server";
import { deleteTemplate } from "~/domain/email/templates.server";
import { sendTestMail } from "~/domain/email/try-template.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { orConflict } from "~/http/changed-meanwhile.server";
import { redirectWith } from "~/http/flash.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { localeOf } from "~/i18n/locales";
import { fieldLimits } from "~/ui/form/field-limits";
import { formState } from "~/ui/form/form-state";
import { PageHeader } from "~/ui/layout/page-header";
import { languageWords, mailWords } from "../../mail-words";
import { TemplatePage } from "./template-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.label ?? "Mail text"} · Booking Service` },
];

/** The mail and the language that an address names; without a language that can be read, the company's. */
function readAddress(actor: UserActor, request: Request, given: string | undefined) {
  const key = TemplateKey.safeParse(given);
  if (!key.success) throw pageError(404, "There is no mail of this name.");
  const named = Locale.safeParse(new URL(request.url).searchParams.get("locale"));
  return { key: key.data, locale: named.success ? named.data : localeOf(actor.tenant.locale) };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { key, locale } = readAddress(actor, request, params.key);
  const [{ own, standard }, written] = await Promise.all([
    readTemplateText(actor, key, locale),
    listOwnLanguages(actor),
  ]);
  const { subject, body, variables } = standard;
  const languages = templateLanguages(written[key] ?? []);
  return {
    ...{ key, locale, variables, ...mailWords(key) },
    languages: languages.map(({ locale: tag, is_own }) => ({ tag, is_own, label: languageWords(tag) })),
    language: languageWords(locale),
    is_own: own !== null,
    missing: own?.missing_variables ?? [],
    seen: own === null ? "" : seenText(own),
    stored: own === null ? { subject, body } : { subject: own.subject, body: own.body },
    standard: { subject, body },
    subject_limits: fieldLimits(NewEmailTemplate.pick({ subject: true })).subject ?? {},
    may_edit: hasRole(actor, "admin"),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { key, locale } = readAddress(actor, request, params.key);
  const path = `/dashboard/mail/templates/${key}?locale=${locale}`;
  return submit(request, TemplateForm, async (form) => {
    switch (form.intent) {
      case "save":
        return orConflict(form, async () => {
          const text = { key, locale, subject: form.subject, body: form.body };
          const { missing_variables } = await saveTemplateText(actor, text, form.seen);
          const without = missing_variables.map((variable) => ` {{ ${variable} }} is missing.`).join("");
          return redirectWith(path, `Saved the text. Emails sent from now on have it.${without}`);
        });
      case "test":
        await sendTestMail(actor, { key, locale, subject: form.subject, body: form.body });
        return data({ tried: form, sent_to: actor.email });
      case "default": {
        const { own } = await readTemplateText(actor, key, locale);
        if (own !== null) await deleteTemplate(actor, own.id);
        return redirectWith(path, "The default text is back.");
      }
    }
  });
}

export default function MailText() {
  const view = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tried = answer && "tried" in answer ? answer : null;
  const conflict = answer && "conflict" in answer ? answer.conflict : null;
  const state = formState(
    conflict ?? tried?.tried ?? view.stored,
    answer && "result" in answer ? answer.result : undefined,
  );
  return (
    <>
      <PageHeader title={view.label} aside={view.when} />
      <TemplatePage view={view} state={state} is_conflict={conflict !== null} sent_to={tried?.sent_to ?? null} />
    </>
  );
}

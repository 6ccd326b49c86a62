import { Locale } from "~/contract/common";
import { NewEmailTemplate, TemplateKey } from "~/contract/email";
import { templateLanguages } from "~/domain/email/template-languages";
import { listOwnLanguages, readTemplateText, seenText } from "~/domain/email/template-text.server";
import { unwrittenLanguages } from "~/domain/email/unwritten-languages";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { pageError } from "~/http/page.server";
import { localeOf } from "~/i18n/locales";
import { t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { languageWords, mailWords } from "../../mail-words";

export type TemplateView = Awaited<ReturnType<typeof loadTemplate>>;

/**
 * Email and language from the URL; an invalid language becomes the company's. Throws a 404
 * response.
 */
export function readAddress(actor: UserActor, mail: string | undefined, language: string | null) {
  const key = TemplateKey.safeParse(mail);
  if (!key.success) throw pageError(404, t("This email doesn’t exist."));
  const named = Locale.safeParse(language);
  return { key: key.data, locale: named.success ? named.data : localeOf(actor.tenant.locale) };
}

export type MailAddress = ReturnType<typeof readAddress>;

/** The text of an email in one language, with the default. */
export async function loadTemplate(actor: UserActor, { key, locale }: MailAddress) {
  const [{ own, standard }, written] = await Promise.all([
    readTemplateText(actor, key, locale),
    listOwnLanguages(actor),
  ]);
  const { subject, body, variables } = standard;
  const languages = templateLanguages(written[key] ?? []);
  const unwritten = unwrittenLanguages(key, written, actor.tenant.locale);
  return {
    key,
    locale,
    variables,
    ...mailWords(key),
    languages: languages.map(({ locale: tag, is_own }) => ({
      tag,
      is_own,
      label: languageWords(tag),
    })),
    unwritten: unwritten.map(({ locale: tag, has_default }) => ({
      tag,
      has_default,
      label: languageWords(tag),
    })),
    language: languageWords(locale),
    is_own: own !== null,
    /** Version of the custom text; "" for none. */
    seen: own === null ? "" : seenText(own),
    stored: own === null ? { subject, body } : { subject: own.subject, body: own.body },
    standard: { subject, body },
    subject_limits: fieldLimits(NewEmailTemplate.pick({ subject: true })).subject ?? {},
    may_edit: hasRole(actor, "admin"),
  };
}

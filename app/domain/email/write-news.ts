import { directionOf } from "~/i18n/locales";
import { htmlToText } from "./html-to-text";
import { escapeHtml, layoutMail } from "./mail-layout";
import type { MailTenant } from "./mail-values";
import { type MailText, textsOf } from "./texts";

/**
 * An email to the company's people with one message and one button. `values` replace {{ name }} in
 * its texts.
 */
export function writeNews(
  { subject, title, intro }: MailText,
  values: Record<string, string>,
  button: { href: string; label: string },
  tenant: MailTenant,
  lang: string,
) {
  const fill = (text: string) =>
    Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(`{{ ${name} }}`, () => value),
      text,
    );
  const link = `<p><a class="button" href="${button.href}">${button.label}</a></p>`;
  const content = `<h1>${title}</h1>\n<p>${escapeHtml(fill(intro))}</p>\n${link}`;
  const oneLine = fill(subject).replace(/\s+/g, " ");
  const frame = {
    content,
    subject: oneLine,
    lang,
    dir: directionOf(lang),
    sent_by: textsOf(lang).sent_by,
    tenant,
  };
  return {
    subject: oneLine,
    html: layoutMail(frame),
    text: `${htmlToText(content)}\n${tenant.name}\n`,
    attachments: [],
  };
}

import { directionOf } from "~/i18n/locales";
import { htmlToText } from "./html-to-text";
import { escapeHtml, layoutMail, signature } from "./mail-layout";
import type { MailTenant } from "./mail-values";
import { type MailText, textsOf } from "./texts";

/**
 * An email to the company's people with one message, its facts in a table, and one button. `values`
 * replace {{ name }} in its texts.
 */
export function writeNews(
  { subject, title, intro }: MailText,
  values: Record<string, string>,
  button: { href: string; label: string },
  tenant: MailTenant,
  lang: string,
  rows: [label: string, value: string][] = [],
) {
  const fill = (text: string) =>
    Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(`{{ ${name} }}`, () => value),
      text,
    );
  const link = `<p><a class="button" href="${button.href}">${button.label}</a></p>`;
  const cells = rows.map(
    ([label, value]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const table =
    cells.length === 0 ? "" : `<table class="details">\n${cells.join("\n")}\n</table>\n`;
  const content = `<h1>${title}</h1>\n<p>${escapeHtml(fill(intro))}</p>\n${table}${link}`;
  const oneLine = fill(subject).replace(/\s+/g, " ");
  const frame = {
    content,
    subject: oneLine,
    preheader: fill(intro),
    lang,
    dir: directionOf(lang),
    sent_by: textsOf(lang).sent_by,
    tenant,
  };
  return {
    subject: oneLine,
    html: layoutMail(frame),
    text: `${htmlToText(content)}\n${signature(tenant)}\n`,
    attachments: [],
  };
}

import type { Mail } from "~/adapters/email/port";
import { directionOf, localeOf } from "~/i18n/locales";
import { layoutMail } from "../email/mail-layout";
import { textsOf } from "../email/texts";

/**
 * The email with a sign-in code, which is in the subject too, where a phone's notification shows
 * it. `site`: this service's URL.
 */
export function signInCodeMail(
  code: string,
  minutes: number,
  locale: string,
  site: string,
): Pick<Mail, "subject" | "html" | "text"> {
  const { subject, title, intro, validity } = textsOf(locale).sign_in;
  const fill = (text: string) =>
    text.replace("{{ code }}", code).replace("{{ minutes }}", String(minutes));
  const lang = localeOf(locale);
  const content = [
    `<h1>${title}</h1>`,
    `<p>${intro}</p>`,
    `<p class="code">${code}</p>`,
    `<p class="muted">${fill(validity)}</p>`,
  ].join("\n");
  const frame = {
    content,
    subject: title,
    preheader: intro,
    lang,
    dir: directionOf(lang),
    sent_by: "",
    tenant: null,
    site,
  };
  return {
    subject: fill(subject),
    text: `${title}\n\n${code}\n\n${intro}\n${fill(validity)}\n\n${site}\n`,
    html: layoutMail(frame),
  };
}

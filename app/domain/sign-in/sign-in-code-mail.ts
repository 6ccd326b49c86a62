import type { Mail } from "~/adapters/email/port";
import { directionOf, localeOf } from "~/i18n/locales";
import { textsOf } from "../email/texts";

/**
 * The email with a sign-in code, which is in the subject too, where a phone's notification shows
 * it.
 */
export function signInCodeMail(
  code: string,
  minutes: number,
  locale: string,
): Pick<Mail, "subject" | "html" | "text"> {
  const { subject, title, intro, validity } = textsOf(locale).sign_in;
  const fill = (text: string) =>
    text.replace("{{ code }}", code).replace("{{ minutes }}", String(minutes));
  const words = { title, intro, validity: fill(validity) };
  return {
    subject: fill(subject),
    text: `${title}\n\n${code}\n\n${intro}\n${words.validity}\n`,
    html: html(code, words, localeOf(locale)),
  };
}

// Tables and inline styles work in all email clients. Both colours of each pair keep 4.5:1 if a
// client darkens the email automatically.
function html(
  code: string,
  words: { title: string; intro: string; validity: string },
  lang: string,
): string {
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  return `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f8">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:440px;background:#ffffff;border:1px solid #e0e4ea;border-radius:12px">
<tr><td style="padding:32px;${font};font-size:16px;line-height:24px;color:#1b2230">
<p style="margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600">${words.title}</p>
<p style="margin:0 0 24px;color:#566074">${words.intro}</p>
<p style="margin:0 0 24px;padding:16px;background:#eef2fd;border-radius:8px;text-align:center;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;color:#26428f;direction:ltr">${code}</p>
<p style="margin:0;font-size:14px;line-height:20px;color:#566074">${words.validity}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

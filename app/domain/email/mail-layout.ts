import { mapUrlOf } from "~/lib/map-url";
import { accentPair } from "./accent";

export interface MailFrame {
  /** The body's HTML, with values already escaped. */
  content: string;
  subject: string;
  /** The line that a list of emails shows after the subject. */
  preheader?: string | undefined;
  lang: string;
  dir: "ltr" | "rtl";
  sent_by: string;
  /** null: the product writes for itself. */
  tenant: {
    name: string;
    email: string | null;
    phone: string | null;
    address: string | null;
    website: string | null;
    logo_url: string | null;
    accent: string | null;
  } | null;
  /** This service's URL, in an email without a tenant. */
  site?: string;
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const LIGHT = {
  page: "#f3f4f7",
  card: "#ffffff",
  line: "#e2e5eb",
  text: "#1a2130",
  muted: "#566074",
  soft: "#f3f4f7",
};
const DARK = {
  page: "#11141a",
  card: "#1b2029",
  line: "#343c4a",
  text: "#eef1f6",
  muted: "#aab3c4",
  soft: "#262d39",
};

export const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign] ?? sign,
  );

/**
 * A complete email around its content: one column of at most 560 px in tables and inline styles
 * (rendered alike by all email clients), and a style sheet for those that support dark mode.
 */
export function layoutMail(frame: MailFrame): string {
  const { tenant, lang, dir } = frame;
  const { accent, on_accent } = accentPair(tenant?.accent ?? null);
  const content = withInlineStyles(
    withOneButton(withUnbrokenTimes(frame.content)),
    accent,
    on_accent,
    dir,
  );
  const name = escapeHtml(tenant?.name ?? "Booking Service");
  const brand = tenant?.logo_url
    ? `<img src="${escapeHtml(tenant.logo_url)}" alt="${name}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0">`
    : `<span class="brand" style="font-size:17px;line-height:24px;font-weight:700;color:${LIGHT.text}">${name}</span>`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(frame.subject)}</title>
<style>${darkSheet()}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page};-webkit-text-size-adjust:100%">
${preheaderOf(frame)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${LIGHT.page}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;overflow-wrap:anywhere;word-break:break-word;font-family:${FONT}">${brand}</td></tr>
<tr><td class="card" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-top:4px solid ${accent};border-radius:12px;padding:28px 28px 12px;overflow-wrap:anywhere;word-break:break-word;font-family:${FONT};font-size:16px;line-height:25px;color:${LIGHT.text}">
<div class="content">${content}</div>
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;overflow-wrap:anywhere;word-break:break-word;font-family:${FONT};font-size:13px;line-height:20px;color:${LIGHT.muted}">${footer(frame)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Followed by blanks, so that a list doesn't continue with the email's first words. */
const preheaderOf = ({ preheader }: MailFrame): string =>
  preheader
    ? `<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(preheader)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>\n`
    : "";

function footer({ tenant, sent_by, site }: MailFrame): string {
  const link = (href: string, text: string) =>
    `<a class="muted" href="${escapeHtml(href)}" style="color:${LIGHT.muted}"><bdi>${escapeHtml(text)}</bdi></a>`;
  if (tenant === null) return site === undefined ? "" : link(site, new URL(site).host);
  const lines = [`${escapeHtml(sent_by)} ${escapeHtml(tenant.name)}`];
  const contact = [
    tenant.phone && link(`tel:${tenant.phone.replace(/[^+\d]/g, "")}`, `\u200e${tenant.phone}`),
    tenant.email && link(`mailto:${tenant.email}`, tenant.email),
  ].filter(Boolean);
  if (contact.length > 0) lines.push(contact.join(" · "));
  if (tenant.address) lines.push(link(mapUrlOf(tenant.address), tenant.address));
  if (tenant.website && /^https?:\/\//.test(tenant.website))
    lines.push(link(tenant.website, tenant.website.replace(/^https?:\/\//, "").replace(/\/$/, "")));
  return lines.join("<br>");
}

/** Keeps a time range on one line: "3:00–4:00". Tags stay as they are, since attributes hold times too. */
function withUnbrokenTimes(html: string): string {
  return html.replace(/<[^<>]*>|\d{1,2}:\d{2}\s?–\s?\d{1,2}:\d{2}/g, (part) =>
    part.startsWith("<") ? part : `<span style="white-space:nowrap">${part}</span>`,
  );
}

/** Outlines all buttons after the first one, so that an email asks for one thing. */
function withOneButton(html: string): string {
  let buttons = 0;
  return html.replaceAll('<a class="button"', (tag) =>
    buttons++ === 0 ? tag : '<a class="second button"',
  );
}

/** Adds styles to the tags that templates use; a tag with a style attribute keeps it. */
function withInlineStyles(
  html: string,
  accent: string,
  onAccent: string,
  dir: "ltr" | "rtl",
): string {
  const start = dir === "rtl" ? "right" : "left";
  const gap = dir === "rtl" ? "padding:9px 0 9px 20px" : "padding:9px 20px 9px 0";
  const styles: [RegExp, string][] = [
    [/<h1(?=[\s>])/g, `margin:0 0 16px;font-size:24px;line-height:31px;font-weight:700;letter-spacing:-.01em;color:${LIGHT.text}`],
    [/<h2(?=[\s>])/g, `margin:24px 0 8px;font-size:18px;line-height:26px;font-weight:600;color:${LIGHT.text}`],
    [/<p class="muted"/g, `margin:0 0 16px;font-size:15px;line-height:23px;color:${LIGHT.muted}`],
    [/<p class="code"/g, `margin:8px 0 20px;padding:18px 12px;background:${LIGHT.soft};border-radius:10px;text-align:center;font-size:34px;line-height:40px;font-weight:700;letter-spacing:7px;color:${LIGHT.text};direction:ltr`],
    [/<span class="muted"/g, `font-weight:400;font-size:14px;color:${LIGHT.muted}`],
    [/<p(?=>)/g, "margin:0 0 16px"],
    [/<table class="details"/g, "width:100%;border-collapse:collapse;margin:4px 0 20px"],
    [/<th(?=>)/g, `${gap};text-align:${start};vertical-align:top;font-weight:400;font-size:15px;white-space:nowrap;overflow-wrap:normal;word-break:normal;border-top:1px solid ${LIGHT.line};color:${LIGHT.muted}`],
    [/<td(?=>)/g, `padding:9px 0;text-align:${start};width:100%;font-weight:600;border-top:1px solid ${LIGHT.line}`],
    [/<a class="button"/g, `display:inline-block;padding:12px 22px;border-radius:8px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none;border:1px solid ${accent}`],
    [/<a class="second button"/g, `display:inline-block;padding:12px 22px;border-radius:8px;color:${LIGHT.text};font-weight:600;text-decoration:none;border:1px solid ${LIGHT.muted}`],
    [/<a(?= href)/g, `color:${LIGHT.text};text-decoration:underline`],
  ]; // prettier-ignore
  return styles.reduce(
    (text, [tag, style]) => text.replace(tag, (start) => `${start} style="${style}"`),
    html,
  );
}

function darkSheet(): string {
  const dark = [
    `.page{background:${DARK.page}!important}`,
    `.card{background:${DARK.card}!important;border-left-color:${DARK.line}!important;border-right-color:${DARK.line}!important;border-bottom-color:${DARK.line}!important;color:${DARK.text}!important}`,
    `.brand,.content h1,.content h2,.content td,.content a:not(.button){color:${DARK.text}!important}`,
    `.muted,.content .muted,.content th{color:${DARK.muted}!important}`,
    `.content th,.content td{border-color:${DARK.line}!important}`,
    `.content .code{background:${DARK.soft}!important;color:${DARK.text}!important}`,
    `.content .button{border-color:#8891a3!important}`,
    `.content .second{color:${DARK.text}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (max-width:480px){.card{padding:22px 18px 8px!important}.content th{padding-inline-end:12px!important;white-space:normal!important}}@media (prefers-color-scheme:dark){${dark.join("")}}`;
}

/** The end of a text part: who writes, and how to reach them. */
export const signature = ({
  name,
  phone,
  email,
  address,
}: NonNullable<MailFrame["tenant"]>): string =>
  [name, phone, email, address].filter(Boolean).join("\n");

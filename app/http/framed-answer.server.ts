/** A complete HTML document that a company wrote (an email), or sentences in its place. */
type Framed = { title: string; html: string } | { title: string; lines: string[] };

/**
 * Policy for a dashboard frame that shows a company's own HTML: no scripts, no forms, framed by the
 * dashboard only. Inline styles are allowed; a page's own policy would strip them.
 */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox",
].join("; ");

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );

export function framedAnswer(framed: Framed, status = 200): Response {
  const html =
    "html" in framed
      ? withSubject(framed.html, framed.title)
      : sentences(framed.title, framed.lines);
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-store",
    },
  });
}

const LINE =
  "margin:0;padding:12px 16px;font:15px/22px system-ui,sans-serif;background:light-dark(#fff,#1b2029);color:light-dark(#1a2130,#eef1f6)";

/** Shows the subject above the message, as mail programs do. */
const withSubject = (html: string, subject: string) =>
  html.replace(
    /<body[^>]*>/,
    (body) => `${body}<p style="${LINE}"><strong>${escapeHtml(subject)}</strong></p>`,
  );

const sentences = (title: string, lines: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><body style="margin:0;background:#fff">${lines
    .map((line) => `<p style="${LINE}">${escapeHtml(line)}</p>`)
    .join("")}</body></html>`;

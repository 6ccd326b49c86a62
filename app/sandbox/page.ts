/** Escaped markup; `html` escapes everything else. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | number | Markup | Markup[];

/** Template tag that escapes interpolated values unless they are Markup. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(
    strings.reduce((text, part, index) => text + toText(values[index - 1] ?? "") + part),
  );
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

/** A sandbox page. `follows`: a list that updates in place, or without scripts by reloading. */
export function page(title: string, body: Markup, { follows = false } = {}): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${follows ? FOLLOWING : ""}
        <link rel="icon" href="data:," />
        <title>${title} · Booking Service sandbox</title>
        <style>
          ${new Markup(STYLE)}
        </style>
      </head>
      <body>
        <nav aria-label="Stand-ins">
          <a href="/">Stand-ins</a> <a href="/outbox">Outbox</a>
          <a href="/webhooks">Webhook receiver</a>
          <a href="/calendars">Calendars</a>
        </nav>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
}

function toText(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map((markup) => markup.text).join("");
  return escapeHtml(String(value));
}

const FOLLOWING = html`<noscript><meta http-equiv="refresh" content="3" /></noscript>
  <script>
    setInterval(async () => {
      const text = await (await fetch(location.href)).text();
      const next = new DOMParser().parseFromString(text, "text/html").querySelector("main");
      const shown = document.querySelector("main");
      if (next.textContent !== shown.textContent) shown.replaceWith(next);
    }, 3000);
  </script>`;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fff, #0f1217); color: light-dark(#1a202c, #e6e9ee); }
a { color: light-dark(#2c48ad, #a5b7f6); }
nav { display: flex; gap: 1.25rem; padding: 0.75rem 1.5rem; border-bottom: 1px solid #8884; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.45rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
td { overflow-wrap: anywhere; }
pre { padding: 0.9rem; overflow: auto; border-radius: 6px; background: #8882; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 32rem; border: 1px solid #8886; border-radius: 6px; background: #fff; }
dt { font-weight: 600; } dd { margin: 0 0 0.4rem; }
.good { color: light-dark(#126b34, #6fd897); } .bad { color: light-dark(#b3261e, #ff9d94); }
`;

import { t } from "~/i18n/text";

export interface SnippetSource {
  /** Origin of the service. */
  origin: string;
  key: string;
  /** Configuration id; null if it is the key's default. */
  config_id: string | null;
  /** URL of the company's booking page. */
  booking_page: string;
}

export interface Snippet {
  title: string;
  /** Where to paste it. */
  explains: string;
  code: string;
}

/** Embed code by website platform. */
export function widgetSnippets({ origin, key, config_id, booking_page }: SnippetSource): Snippet[] {
  const config = config_id === null ? "" : ` config-id="${config_id}"`;
  const link = `<a href="${booking_page}">Book</a>`;
  const html = `<script src="${origin}/widget/booking-widget.js" defer></script>\n<booking-widget publishable-key="${key}"${config}>${link}</booking-widget>`;
  return [
    { title: "HTML", explains: t("Paste it where the widget should appear."), code: html },
    {
      title: "React",
      explains: t(
        "Load the script once in your app’s page; put the element where the widget should appear.",
      ),
      code: `// <script src="${origin}/widget/booking-widget.js" defer></script>\n\nexport function Book() {\n  return <booking-widget publishable-key="${key}"${config} />;\n}`,
    },
    {
      title: "WordPress",
      explains: t(
        "Paste it into a Custom HTML block. Your account must be allowed to post unfiltered HTML.",
      ),
      code: `<!-- wp:html -->\n${html}\n<!-- /wp:html -->`,
    },
  ];
}

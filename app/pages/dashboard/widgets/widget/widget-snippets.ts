import { t } from "~/i18n/text";

export interface SnippetSource {
  /** Where the service is. */
  origin: string;
  key: string;
  /** The configuration to name; null where the key takes it by itself. */
  config_id: string | null;
  /** The company's booking page. */
  booking_page: string;
}

export interface Snippet {
  title: string;
  /** Where it goes. */
  explains: string;
  code: string;
}

/** The code that puts a widget on a website, by what the website is made with. */
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

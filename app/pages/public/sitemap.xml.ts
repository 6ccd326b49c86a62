import { guideNames } from "~/docs/guide-pages";
import { helpNames } from "~/docs/help-pages";
import { env } from "~/lib/env.server";

const PAGES = [
  "/",
  "/developers",
  "/developers/reference",
  "/docs",
  ...guideNames.map((name) => `/docs/${name}`),
  "/help",
  ...helpNames.map((name) => `/help/${name}`),
];

/** Public pages. Companies' pages are found through links to them. */
export function loader() {
  const urls = PAGES.map((path) => `<url><loc>${env.BASE_URL}${path}</loc></url>`).join("");
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>\n`;
  return new Response(xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

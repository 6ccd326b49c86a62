import { env } from "~/lib/env.server";

/** Pages behind sign-in reveal nothing; pages with secret URLs send a noindex header. */
export function loader() {
  const lines = ["User-agent: *", "Disallow: /api/", `Sitemap: ${env.BASE_URL}/sitemap.xml`];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

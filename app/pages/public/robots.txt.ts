import { env } from "~/lib/env.server";

/** A page that needs a sign-in shows nobody else anything; one whose address is a secret says in its own header that it is not to be listed. */
export function loader() {
  const lines = ["User-agent: *", "Disallow: /api/", `Sitemap: ${env.BASE_URL}/sitemap.xml`];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

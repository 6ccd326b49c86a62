import { env } from "~/lib/env.server";

/** Pages for people who are signed in. Pages whose address is a secret say in their own header that they are not to be listed. */
const PRIVATE = ["/api/", "/dashboard", "/onboarding", "/sign-in", "/welcome"];

export function loader() {
  const lines = [
    "User-agent: *",
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    `Sitemap: ${env.BASE_URL}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}

import type { MetaDescriptor } from "@remix-run/node";

/** What search engines and shared links show of a page that anyone may read. `address` is the one it should be known by. */
export function publicMeta(title: string, description: string, address: string): MetaDescriptor[] {
  return [
    { title: `${title} · Booking Service` },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { tagName: "link", rel: "canonical", href: address },
  ];
}

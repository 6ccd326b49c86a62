import type { MetaDescriptor } from "@remix-run/node";

/**
 * Meta tags of a public page for search engines and link previews. `address` is its canonical URL.
 */
export function publicMeta(title: string, description: string, address: string): MetaDescriptor[] {
  return [
    { title: `${title} · Booking Service` },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { tagName: "link", rel: "canonical", href: address },
  ];
}

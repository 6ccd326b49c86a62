const MOST = 48;

/**
 * The slug of a name: "Café Ångström & Co." → "cafe-angstrom-co". Diacritics are removed; a name
 * without Latin letters or digits becomes "company".
 */
export function slugOf(name: string): string {
  const slug = asciiOf(name, MOST);
  return slug.length < 3 ? "company" : slug;
}

/** Lower-case Latin letters, digits and dashes of a name, at most `most`; "" if it has none. */
export function asciiOf(name: string, most: number): string {
  return name
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[æÆ]/g, "ae")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, most)
    .replace(/^-+|-+$/g, "");
}

/** Formats an address on one line, "Lindenlaan 1, 1011 AB Amsterdam"; null when it has no parts. */
export function addressLine({
  line1,
  line2,
  postal_code,
  city,
  country,
}: Readonly<Record<string, string | null>>): string | null {
  const place = [postal_code, city].filter(Boolean).join(" ");
  return [line1, line2, place, country].filter(Boolean).join(", ") || null;
}

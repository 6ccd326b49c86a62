/** The parts of an address in one line: "Lindenlaan 1, 1011 AB Amsterdam"; null where none is given. */
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

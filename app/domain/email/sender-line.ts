/** Characters that would end the quotes, or insert an address or text direction into the name. */
const NOT_IN_A_NAME = /["\\<>@\p{Cc}\p{Cf}]/gu;
const MAX_NAME = 60;

/**
 * The From line: the tenant's name is never shown alone, since a tenant can choose any name, but
 * with its address here and the service's name: `"Salon Anna (salon-anna@mail.test) via Booking
 * Service" <no-reply@mail.test>` (RFC 5322: quoted). `from` is the deployment's own, as an address
 * or as Name <address>.
 */
export function senderLine({ name, slug }: { name: string; slug: string }, from: string): string {
  const [, service = "", address = from] = /^\s*([^<>]*?)\s*<([^<>]+)>$/.exec(from) ?? [];
  const plain = Array.from(name.replace(NOT_IN_A_NAME, " ").replace(/\s+/g, " ").trim())
    .slice(0, MAX_NAME)
    .join("");
  const domain = address.slice(address.indexOf("@") + 1);
  const displayName = `${plain} (${slug}@${domain}) via ${service.replace(NOT_IN_A_NAME, "").trim() || "Booking Service"}`;
  return `"${displayName}" <${address}>`;
}

/** a…@e…: enough to tell two guests apart, not enough to write to them. */
function maskEmail(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${host.slice(0, 1)}…`;
}

/** A guest's email and phone as a viewer sees them. */
export function maskContact(
  email: string,
  phone: string | null,
): { email: string; phone: string | null };
export function maskContact(
  email: string | null,
  phone: string | null,
): { email: string | null; phone: string | null };
export function maskContact(
  email: string | null,
  phone: string | null,
): { email: string | null; phone: string | null } {
  return { email: email && maskEmail(email), phone: phone === null ? null : `…${phone.slice(-2)}` };
}

/** a…@e…: enough to tell two guests apart, not enough to write to them. */
export function maskEmail(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${host.slice(0, 1)}…`;
}

export function maskPhone(phone: string | null): string | null {
  return phone === null ? null : `…${phone.slice(-2)}`;
}

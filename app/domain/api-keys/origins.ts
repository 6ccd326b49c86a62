/**
 * Whether a key with these allowed origins may be used from `origin`; an empty list allows any.
 * `*.host` means every host below it.
 */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  if (allowed.length === 0) return true;
  const host = URL.canParse(origin) ? new URL(origin).hostname : "";
  return allowed.some((entry) =>
    entry.startsWith("*.") ? host.endsWith(entry.slice(1)) : entry === origin,
  );
}

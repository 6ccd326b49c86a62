/** The page for time off: one that is there, or a new one with what is known of it (`starts_ms` epoch ms). */
export function blockPath(
  block:
    { id: string } | { date: string } | { resource_id: string; starts_ms: number; minutes: number },
): string {
  return `/dashboard/calendar/block?${blockSearch(block)}`;
}

/** What that page has after the question mark; the name `block` holds it while it is open over the calendar. */
export function blockSearch(block: Parameters<typeof blockPath>[0]): string {
  if (!("starts_ms" in block)) return new URLSearchParams(block).toString();
  const { resource_id, starts_ms, minutes } = block;
  const starts_at = new Date(starts_ms).toISOString();
  return new URLSearchParams({
    resource: resource_id,
    starts_at,
    minutes: String(minutes),
  }).toString();
}

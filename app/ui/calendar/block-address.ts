/** The page for time off: one that is there, or a new one with what is known of it (`starts_ms` epoch ms). */
export function blockPath(
  block: { id: string } | { date: string } | { resource_id: string; starts_ms: number; minutes: number },
): string {
  return `/dashboard/calendar/block?${blockSearch(block)}`;
}

/** The name in the address of the calendar of the time off that is open over it; its value is what the page's own address says of it. */
export const BLOCK_DRAWER = "block";

export function blockSearch(block: Parameters<typeof blockPath>[0]): string {
  if (!("starts_ms" in block)) return new URLSearchParams(block).toString();
  const { resource_id, starts_ms, minutes } = block;
  const starts_at = new Date(starts_ms).toISOString();
  return new URLSearchParams({ resource: resource_id, starts_at, minutes: String(minutes) }).toString();
}

/** The same address with time off open over it (what its page's address says of it), or with none. */
export function withBlock({ pathname, search }: { pathname: string; search: string }, block: string | null): string {
  const params = new URLSearchParams(search);
  if (block === null) params.delete(BLOCK_DRAWER);
  else params.set(BLOCK_DRAWER, block);
  return params.size === 0 ? pathname : `${pathname}?${params}`;
}

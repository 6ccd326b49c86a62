export const BLOCK_PAGE = "/dashboard/calendar/block";

/**
 * Path of the time-off page: an existing block, or a new one with prefilled values (`starts_ms`
 * epoch ms).
 */
export function blockPath(
  block:
    { id: string } | { date: string } | { resource_id: string; starts_ms: number; minutes: number },
): string {
  return `${BLOCK_PAGE}?${blockSearch(block)}`;
}

/**
 * Query string of the time-off page; the `block` parameter holds it while the drawer is open over
 * the calendar.
 */
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

/** The bookings that are in a block; without one all whose time was closed. */
export const toMovePath = (blockId?: string): string =>
  `/dashboard/bookings/to-move${blockId === undefined ? "" : `?off=${blockId}`}`;

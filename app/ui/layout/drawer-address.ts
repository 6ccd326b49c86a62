import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** The name in the address of the booking that is open over a page. */
export const BOOKING_DRAWER = "booking";

/** The same address with a booking open over it, or with none. */
export function withDrawer({ pathname, search }: { pathname: string; search: string }, id: string | null): string {
  const params = new URLSearchParams(search);
  if (id === null) params.delete(BOOKING_DRAWER);
  else params.set(BOOKING_DRAWER, id);
  return params.size === 0 ? pathname : `${pathname}?${params}`;
}

/** For pages that a drawer opens over: opening and closing it reads nothing again. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  const isSameWithout = withDrawer(currentUrl, null) === withDrawer(nextUrl, null);
  const isDrawerAlone = isSameWithout && currentUrl.search !== nextUrl.search && formMethod === undefined;
  return isDrawerAlone ? false : defaultShouldRevalidate;
}

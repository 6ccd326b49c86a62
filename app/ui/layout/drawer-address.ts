import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isTriedOut } from "../form/use-try-out";
import { NEW_BOOKING } from "./navigation";

/**
 * URL parameters for drawers: a booking or slot by id, a new booking or time off by its page's
 * query string.
 */
const DRAWERS = ["booking", "slot", "new", "block"] as const;
export type DrawerName = (typeof DRAWERS)[number];

interface Address {
  pathname: string;
  search: string;
}

/** The same URL with a drawer open, or none for null. */
export function withDrawer(
  { pathname, search }: Address,
  value: string | null,
  name: DrawerName = "booking",
): string {
  const params = new URLSearchParams(search);
  for (const drawer of DRAWERS) params.delete(drawer);
  if (value !== null) params.set(name, value);
  return params.size === 0 ? pathname : `${pathname}?${params}`;
}

/** The open drawer, from the URL. The new-booking page uses these parameters differently. */
export function openDrawer({
  pathname,
  search,
}: Address): { name: DrawerName; value: string } | null {
  if (pathname === NEW_BOOKING) return null;
  const params = new URLSearchParams(search);
  const name = DRAWERS.find((drawer) => params.has(drawer));
  return name === undefined ? null : { name, value: params.get(name) ?? "" };
}

/** For pages below a drawer: opening or closing it reloads nothing, nor does a preview. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  const isSameWithout = withDrawer(currentUrl, null) === withDrawer(nextUrl, null);
  const isDrawerAlone =
    isSameWithout && currentUrl.search !== nextUrl.search && formMethod === undefined;
  return isDrawerAlone || isTriedOut(args) ? false : defaultShouldRevalidate;
}

/**
 * For the dashboard layout: navigation doesn't reload it, a form submission or a live change does.
 */
export function shouldRevalidateFrame(args: ShouldRevalidateFunctionArgs): boolean {
  const isLink =
    args.formMethod === undefined && args.currentUrl.pathname !== args.nextUrl.pathname;
  return !isLink && shouldRevalidate(args);
}

import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { isTriedOut } from "../form/use-try-out";
import { NEW_BOOKING } from "./navigation";

/**
 * The names in the address of what is open over a page: a booking and a slot by their id, a new booking and time off by what their
 * own pages have after the question mark.
 */
export const DRAWERS = ["booking", "slot", "new", "block"] as const;
export type DrawerName = (typeof DRAWERS)[number];

interface Address {
  pathname: string;
  search: string;
}

/** The same address with something open over it, or, with null, nothing. */
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

/** What is open over a page, by its address. The page for a new booking means something else by these names. */
export function openDrawer({
  pathname,
  search,
}: Address): { name: DrawerName; value: string } | null {
  if (pathname === NEW_BOOKING) return null;
  const params = new URLSearchParams(search);
  const name = DRAWERS.find((drawer) => params.has(drawer));
  return name === undefined ? null : { name, value: params.get(name) ?? "" };
}

/** For pages that a drawer opens over: opening and closing it reads nothing again, and neither does trying out a form. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  const isSameWithout = withDrawer(currentUrl, null) === withDrawer(nextUrl, null);
  const isDrawerAlone =
    isSameWithout && currentUrl.search !== nextUrl.search && formMethod === undefined;
  return isDrawerAlone || isTriedOut(args) ? false : defaultShouldRevalidate;
}

/** For the frame around the pages: who follows a link finds it as it was. It is read again after a form, and when something changed. */
export function shouldRevalidateFrame(args: ShouldRevalidateFunctionArgs): boolean {
  const isLink =
    args.formMethod === undefined && args.currentUrl.pathname !== args.nextUrl.pathname;
  return !isLink && shouldRevalidate(args);
}

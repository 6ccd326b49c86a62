import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, test } from "vitest";
import { shouldRevalidate, withDrawer } from "./drawer-address";

const at = (path: string) => new URL(path, "http://bookings.example");
const asks = (from: string, to: string, formMethod?: "POST") =>
  shouldRevalidate({
    currentUrl: at(from),
    nextUrl: at(to),
    defaultShouldRevalidate: true,
    ...(formMethod && { formMethod }),
  } as ShouldRevalidateFunctionArgs);

test("a drawer is one name of the address, and closing it leaves the others", () => {
  expect(withDrawer(at("/dashboard/bookings?status=paid"), "7")).toBe("/dashboard/bookings?status=paid&booking=7");
  expect(withDrawer(at("/dashboard/bookings?booking=7&status=paid"), null)).toBe("/dashboard/bookings?status=paid");
  expect(withDrawer(at("/dashboard?booking=7"), null)).toBe("/dashboard");
});

test("opening, changing and closing a drawer reads nothing again; everything else does", () => {
  expect(asks("/dashboard", "/dashboard?booking=7")).toBe(false);
  expect(asks("/dashboard?booking=7", "/dashboard?booking=8")).toBe(false);
  expect(asks("/dashboard?booking=7", "/dashboard")).toBe(false);
  expect(asks("/dashboard?booking=7", "/dashboard?booking=7")).toBe(true);
  expect(asks("/dashboard?status=paid", "/dashboard?booking=7")).toBe(true);
  expect(asks("/dashboard", "/dashboard?booking=7", "POST")).toBe(true);
});

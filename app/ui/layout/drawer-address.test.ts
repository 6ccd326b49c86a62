import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, test, vi } from "vitest";
import { openDrawer, shouldRevalidate, shouldRevalidateFrame, withDrawer } from "./drawer-address";

const at = (path: string) => new URL(path, "http://bookings.example");
const asks = (from: string, to: string, formMethod?: "POST") =>
  shouldRevalidate({
    currentUrl: at(from),
    nextUrl: at(to),
    defaultShouldRevalidate: true,
    ...(formMethod && { formMethod }),
  } as ShouldRevalidateFunctionArgs);

test("a drawer is one name of the address, and closing it leaves the others", () => {
  expect(withDrawer(at("/dashboard/bookings?status=paid"), "7")).toBe(
    "/dashboard/bookings?status=paid&booking=7",
  );
  expect(withDrawer(at("/dashboard/bookings?booking=7&status=paid"), null)).toBe(
    "/dashboard/bookings?status=paid",
  );
  expect(withDrawer(at("/dashboard?booking=7"), null)).toBe("/dashboard");
  expect(withDrawer(at("/dashboard?booking=7"), "8", "slot")).toBe("/dashboard?slot=8");
  expect(withDrawer(at("/dashboard"), "q=an&day=2026-11-20", "new")).toBe(
    "/dashboard?new=q%3Dan%26day%3D2026-11-20",
  );
});

test("the address says what is open, with what it was asked for", () => {
  expect(openDrawer(at("/dashboard?new=q%3Dan"))).toEqual({ name: "new", value: "q=an" });
  expect(openDrawer(at("/dashboard?new="))).toEqual({ name: "new", value: "" });
  expect(openDrawer(at("/dashboard?status=paid"))).toBeNull();
});

test("the page for a new booking does not open over itself", () => {
  for (const search of ["?q=Tom&new=1", "?slot=7", "?new=1&slot=7"])
    expect(openDrawer(at(`/dashboard/bookings/new${search}`))).toBeNull();
});

test("opening, changing and closing a drawer reads nothing again; everything else does", () => {
  expect(asks("/dashboard", "/dashboard?booking=7")).toBe(false);
  expect(asks("/dashboard?booking=7", "/dashboard?booking=8")).toBe(false);
  expect(asks("/dashboard?booking=7", "/dashboard")).toBe(false);
  expect(asks("/dashboard?slot=7", "/dashboard?new=slot%3D7")).toBe(false);
  expect(asks("/dashboard?booking=7", "/dashboard?booking=7")).toBe(true);
  expect(asks("/dashboard?status=paid", "/dashboard?booking=7")).toBe(true);
  expect(asks("/dashboard", "/dashboard?booking=7", "POST")).toBe(true);
});

test("the frame is read again after a form and when something changed, not when a link is followed", () => {
  const frame = (from: string, to: string, formMethod?: "POST") =>
    shouldRevalidateFrame({
      currentUrl: at(from),
      nextUrl: at(to),
      defaultShouldRevalidate: true,
      ...(formMethod && { formMethod }),
    } as ShouldRevalidateFunctionArgs);
  expect(frame("/dashboard", "/dashboard/bookings")).toBe(false);
  expect(frame("/dashboard/bookings/7", "/dashboard", "POST")).toBe(true);
  expect(frame("/dashboard", "/dashboard")).toBe(true);
});

test("a form that is only tried out reads nothing again, but for a page that is being read after a save", () => {
  const routerIs = (state: string) =>
    vi.stubGlobal("window", { __remixRouter: { state: { navigation: { state } } } });
  const sent = (intent: string) => {
    const formData = new FormData();
    formData.set("intent", intent);
    const url = at("/dashboard/services/7/hours");
    const args = {
      currentUrl: url,
      nextUrl: url,
      formData,
      formMethod: "POST",
      defaultShouldRevalidate: true,
    };
    return shouldRevalidate(args as ShouldRevalidateFunctionArgs);
  };
  routerIs("idle");
  expect(sent("preview")).toBe(false);
  expect(sent("save")).toBe(true);
  routerIs("loading");
  expect(sent("preview")).toBe(true);
  vi.unstubAllGlobals();
});

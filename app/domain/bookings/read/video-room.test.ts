import { expect, test } from "vitest";
import { newId } from "~/lib/ids";
import { bookingLocation, roomUrl } from "./booking-location.server";

test("a booking's video room is permanent and unique", () => {
  const [tenant, other, booking] = [newId(), newId(), newId()];
  const url = roomUrl(tenant, booking);
  expect(url).toMatch(/^https:\/\/meet\.jit\.si\/[a-z2-7]{26}$/);
  expect(roomUrl(tenant, booking)).toBe(url);
  const others = [roomUrl(other, booking), roomUrl(tenant, newId()), roomUrl(booking, tenant)];
  expect(new Set([url, ...others]).size).toBe(4);
  for (const id of [tenant, booking]) expect(url).not.toContain(id.slice(-12));
  const place = { kind: "jitsi", text: null, address: null } as const;
  expect(bookingLocation({ tenant_id: tenant, id: booking, place })?.url).toBe(url);
});

import { expect, test } from "vitest";
import { API_VERSION } from "~/contract/version";
import { call } from "~/testing/request";

test("the OpenAPI document has the default headers and allows any origin", async () => {
  const answer = await call("/api/openapi.json", {
    headers: { Origin: "https://www.example.com" },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "booking-version": API_VERSION,
    "cache-control": "public, max-age=300",
    "content-type": "application/json; charset=utf-8",
  });
  expect((await call("/api/openapi.json", { method: "PUT", body: {} })).headers.get("Allow")).toBe(
    "GET, HEAD",
  );
});

import { expect, test } from "vitest";
import { AllowedOrigin } from "~/contract/api-keys";
import { allowsOrigin } from "./origins";

const takes = (entry: string, origin: string) => allowsOrigin([AllowedOrigin.parse(entry)], origin);

test("a star matches every host below a domain, with any scheme and port, and nothing else", () => {
  for (const origin of [
    "https://www.example.com",
    "http://a.b.example.com",
    "https://www.example.com:8443",
  ])
    expect(takes("*.Example.com", origin), origin).toBe(true);
  for (const origin of [
    "https://example.com",
    "https://notexample.com",
    "https://example.com.evil.example",
    "null",
  ])
    expect(takes("*.example.com", origin), origin).toBe(false);
});

test.each([
  "https://*.example.com",
  "*",
  "*.com",
  "https://www.*.com",
  "*.*.example.com",
  "www.*.example.com",
])("an invalid or overly broad wildcard is refused: %s", (entry) => {
  expect(AllowedOrigin.safeParse(entry).success).toBe(false);
});

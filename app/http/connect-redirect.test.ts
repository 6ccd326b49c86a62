import { expect, test, vi } from "vitest";

test.each([
  ["https://book.example", true],
  ["http://127.0.0.1:3000", false],
])("the state cookie of %s is secure: %s", async (BASE_URL, isSecure) => {
  vi.stubEnv("BASE_URL", BASE_URL);
  vi.resetModules();
  const { connectStateCookie, redirectFromProvider } = await import("./connect-redirect.server");
  const cookies = [
    connectStateCookie("payprovider", "s"),
    redirectFromProvider("payprovider", "/").headers.get("Set-Cookie")!,
  ];
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^pp_oauth_state=s?; Path=\/api\/payprovider; HttpOnly; SameSite=Lax/);
    expect(cookie.includes("; Secure")).toBe(isSecure);
  }
  vi.unstubAllEnvs();
});

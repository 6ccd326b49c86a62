import { expect, test } from "vitest";
import { readOidcSettings } from "./oidc-env";

const google = {
  OIDC_ISSUER: "https://accounts.google.com",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
};

function read(given: Record<string, string>) {
  const refused: string[] = [];
  return {
    found: readOidcSettings(given, (name, message) => refused.push(`${name} ${message}`)),
    refused,
  };
}

test("without variables there is no provider", () => {
  expect(read({})).toEqual({ found: [], refused: [] });
});

test("numbered providers, each with a label", () => {
  const { found, refused } = read({
    ...google,
    OIDC_2_ISSUER: "https://id.example.com/realms/staff",
    OIDC_2_CLIENT_ID: "two",
    OIDC_2_CLIENT_SECRET: "secret-2",
    OIDC_4_ISSUER: "https://id.example.org",
    OIDC_4_CLIENT_ID: "four",
    OIDC_4_CLIENT_SECRET: "secret-4",
    OIDC_4_NAME: "Example staff",
  });
  expect(refused).toEqual([]);
  expect(found.map(({ id, name, client_id }) => [id, name, client_id])).toEqual([
    ["oidc", "Google", "id"],
    ["oidc-2", "id.example.com", "two"],
    ["oidc-4", "Example staff", "four"],
  ]);
});

test.each([
  [{ ...google, OIDC_ISSUER: "http://accounts.google.com" }, "OIDC_ISSUER must be https"],
  [{ ...google, OIDC_ISSUER: "http://127.0.0.1.evil.example" }, "OIDC_ISSUER must be https"],
  [
    { ...google, OIDC_ISSUER: "http://127.0.0.1:4000", NODE_ENV: "production" },
    "OIDC_ISSUER must be https",
  ],
  [
    { ...google, OIDC_ISSUER: "https://x.example/?a=b" },
    "OIDC_ISSUER must have neither a query nor a fragment",
  ],
  [
    { ...google, OIDC_ISSUER: "google" },
    "OIDC_ISSUER must be an address such as https://accounts.google.com",
  ],
  [
    { OIDC_3_CLIENT_ID: "id", OIDC_3_CLIENT_SECRET: "s" },
    "OIDC_3_ISSUER is needed beside the other OIDC_3_… names",
  ],
])("refuses %j and names the variable", (given, message) => {
  expect(read(given)).toEqual({ found: [], refused: [message] });
});

test("a loopback provider may use http outside production", () => {
  for (const issuer of ["http://127.0.0.1:4000", "http://localhost:4000", "http://[::1]:4000/oidc"])
    expect(read({ ...google, OIDC_ISSUER: issuer }).found).toHaveLength(1);
});

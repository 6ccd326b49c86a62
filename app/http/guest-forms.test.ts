import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkGuestCsrf, checkPublicCsrf } from "./csrf.server";
import { env } from "~/lib/env.server";

// Pages without a cookie that accept forms, all read by readGuestForm, which checks their origin.

const FORMS = [
  "app/pages/guest/manage/route.tsx",
  "app/pages/public/approvals/approval/route.tsx",
  "app/pages/public/book/route.tsx",
  "app/pages/public/waiting/route.tsx",
];

test("each guest page with forms is listed and refuses cross-site posts", () => {
  const found: string[] = [];
  const files = ["app/pages/guest", "app/pages/public"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const text = readFileSync(file, "utf8");
    if (/openGuest\(/.test(text) && /export async function action/.test(text)) {
      const isChecked = /readGuestForm\((guest\.)?request, check(Guest|Public)Csrf\)/.test(text);
      expect([file, isChecked]).toEqual([file, true]);
      found.push(file);
    }
  }
  expect(found.sort()).toEqual(FORMS);
});

test.each([
  ["https://evil.example", false],
  [`${env.BASE_URL}.evil.example`, false],
  ["", false],
  [env.BASE_URL, true],
  ["null", true],
  [null, true],
] as const)("a form of a secret-URL page with Origin %s: allowed %s", (origin, isAllowed) => {
  const headers = origin === null ? undefined : { Origin: origin };
  const request = new Request("http://x/approvals/t", { method: "POST", headers });
  const check = () => checkGuestCsrf(request);
  if (isAllowed) expect(check).not.toThrow();
  else expect(check).toThrow("did not come");
  if (origin === "null") expect(() => checkPublicCsrf(request)).toThrow();
});

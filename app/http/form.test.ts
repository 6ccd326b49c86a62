import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AppError } from "~/lib/app-error";
import { readForm, readUpload } from "./form.server";

const URLENCODED = "application/x-www-form-urlencoded";
const sending = (body: BodyInit, type?: string) =>
  new Request("http://localhost/form", {
    method: "POST",
    body,
    ...(type && { headers: { "Content-Type": type } }),
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error as Error)),
  );
const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${index}=1`).join("&");

test("accepts the field names of our pages", async () => {
  const sent =
    "email=a%40b.nl&rules[200].start=09:00&tiers%5B0%5D.refund_pct=50&on=a&on=b&list[]=x&answer_hair=1";
  expect([...(await readForm(sending(sent, URLENCODED))).keys()]).toHaveLength(7);
  expect((await readForm(sending(fields(500), URLENCODED))).size).toBe(500);
});

test.each([
  ["an index beyond 200", "email[4294967294]=1"],
  ["an index beyond 200, encoded", "email%5B201%5D=1"],
  ["an index in the middle", "a[0].b[99999].c=1"],
  ["an index with a tail of digits", `a[${"9".repeat(150)}]=1`],
  ["six levels", "a.b.c.d.e.f=1"],
  ["six levels of lists", "a[0][0][0][0][0]=1"],
  ["a name of 201 characters", `${"a".repeat(201)}=1`],
  ["no name", "=1"],
  ["a prototype", "__proto__[x]=1"],
  ["a constructor", "a.constructor.b=1"],
  [
    "a command of the library",
    `__intent__=${JSON.stringify({ type: "insert", payload: { name: "a[4294967294]" } })}`,
  ],
  ["a state of the library", "__state__={}"],
  ["501 fields", fields(501)],
])("a form with %s is refused before parsing", async (_, body) => {
  expect(await codeOf(readForm(sending(body, URLENCODED)))).toBe("malformed_request");
});

test("a form over 256 KB or of another type is refused", async () => {
  expect(await codeOf(readForm(sending(`a=${"x".repeat(256 * 1024)}`, URLENCODED)))).toBe(
    "too_large",
  );
  expect(await codeOf(readForm(sending("{}", "application/json")))).toBe("unsupported_media_type");
});

test("multipart forms have the same limits", async () => {
  const form = (count: number, name = "f") => {
    const made = new FormData();
    for (let index = 0; index < count; index++) made.append(name, "1");
    return readUpload(sending(made));
  };
  expect(await form(500)).toEqual({ f: "1" });
  expect(await codeOf(form(501))).toBe("malformed_request");
  expect(await codeOf(form(1, "file[4294967294]"))).toBe("malformed_request");
});

test("every page reads forms through this module", () => {
  const past =
    /\.formData\(\)|parseWithZod\(|new URLSearchParams\(\(?await|\.(text|json|arrayBuffer|blob|bytes)\(\).*\brequest\b|\brequest\.(text|json|arrayBuffer|blob|bytes)\(\)/;
  const allowed = ["http/form.server.ts", "http/page.server.ts"];
  const files = ["http", "api", "pages"].flatMap((room) =>
    readdirSync(join("app", room), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
      .map((name) => `${room}/${name}`),
  );
  const found = files.filter((file) => past.test(readFileSync(join("app", file), "utf8")));
  expect(found.sort()).toEqual(allowed.sort());
});

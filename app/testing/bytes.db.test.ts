import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { makeKey, makeResource, makeSchedule, makeTenant } from "./factory";
import { startWeb, type WebProcess } from "./web-process";

// Measures transferred bytes for each encoding.

let web: WebProcess;
let key: string;

beforeAll(async () => {
  const owner = await makeTenant();
  await makeSchedule(owner, [(await makeResource(owner)).id]);
  key = await makeKey(owner);
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
});
afterAll(() => web.stop());

async function fetchRaw(path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(web.url + path, { headers }), "response")) as [
    IncomingMessage,
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer); // buffers, because no encoding is set
  return { headers: response.headers, status: response.statusCode, bytes: Buffer.concat(chunks) };
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
const encodings = ["br", "gzip"] as const;
const anywhere = () => ({ Authorization: `Bearer ${key}`, Origin: "https://www.example.com" });

/** The files referenced by the document. */
const assetsOf = (html: string) => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])];

test("the start page has no script; HTML and styles are at most 30 kB, its font 35 kB", async () => {
  const html = (await fetchRaw("/")).bytes.toString();
  expect(html).toContain("Bookings that can’t collide");
  expect(html).not.toMatch(/<script|modulepreload/);
  const accept = { "Accept-Encoding": "gzip, deflate, br" };
  const answers = await Promise.all(["/", ...assetsOf(html)].map((path) => fetchRaw(path, accept)));
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes.length, 0);
  const [, font] = /<link rel="preload" href="([^"]+)" as="font"/.exec(html) ?? [];
  const fontAnswer = await fetchRaw(font!);
  console.info(
    `the start page: ${bytes} bytes in ${answers.length} files, its font ${fontAnswer.bytes.length}`,
  );
  expect(fontAnswer.headers["content-type"]).toBe("font/woff2");
  expect(fontAnswer.bytes.length).toBeLessThanOrEqual(35_000);
  expect(answers.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(30_000);
});

test("the sign-in page and its files compress to less than a third", async () => {
  const weigh = async (accept: Record<string, string>) => {
    const page = await fetchRaw("/sign-in", accept);
    const assets = await Promise.all(
      assetsOf((await fetchRaw("/sign-in")).bytes.toString()).map((path) => fetchRaw(path, accept)),
    );
    expect(assets.length).toBeGreaterThan(3);
    return [page, ...assets].reduce((sum, { bytes }) => sum + bytes.length, 0);
  };
  const [plain, br, gzip] = [
    await weigh({}),
    await weigh({ "Accept-Encoding": "gzip, deflate, br" }),
    await weigh({ "Accept-Encoding": "gzip" }),
  ];
  console.info(`the page to sign in: ${plain} bytes, gzip ${gzip}, brotli ${br}`);
  expect(br).toBeLessThan(gzip);
  expect(gzip).toBeLessThan(plain / 3);
});

describe.each(encodings)("in %s", (encoding) => {
  const accept = { "Accept-Encoding": encoding };

  test("compressed and uncompressed responses have the same content", async () => {
    const paths: [string, Record<string, string>][] = [
      ["/api/widget/availability?from=2031-01-01&include=unavailable", anywhere()],
      ["/api/openapi.json", {}],
      ["/widget/booking-widget.js", {}],
    ];
    for (const [path, headers] of paths) {
      const plain = await fetchRaw(path, headers);
      const encoded = await fetchRaw(path, { ...headers, ...accept });
      expect([
        path,
        plain.headers["content-encoding"],
        encoded.headers["content-encoding"],
      ]).toEqual(
        plain.bytes.length < 1024 ? [path, undefined, undefined] : [path, undefined, encoding],
      );
      const typeOf = (answer: typeof plain) => answer.headers["content-type"]?.toLowerCase();
      expect(typeOf(encoded)).toBe(typeOf(plain));
      expect(
        [plain.headers.vary, encoded.headers.vary].every((vary) =>
          vary?.includes("Accept-Encoding"),
        ),
      ).toBe(true);
      if (plain.bytes.length >= 1024)
        expect(decoders[encoding](encoded.bytes).toString()).toBe(plain.bytes.toString());
    }
  });

  test("a file is revalidated by its ETag", async () => {
    const path = "/widget/booking-widget.js";
    const plain = await fetchRaw(path);
    const encoded = await fetchRaw(path, accept);
    expect(encoded.headers.etag).not.toBe(plain.headers.etag);
    const again = await fetchRaw(path, { ...accept, "If-None-Match": encoded.headers.etag! });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(encoded.headers["access-control-allow-origin"]).toBe("*");
  });
});

test("hashed files are cached forever, the widget's stable name for five minutes", async () => {
  const manifest = JSON.parse((await fetchRaw("/widget/manifest.json")).bytes.toString()) as {
    hashed: { file: string };
  };
  const html = (await fetchRaw("/")).bytes.toString();
  for (const path of [`/widget/${manifest.hashed.file}`, assetsOf(html)[0]!])
    for (const encoding of ["identity", "br"])
      expect(
        (await fetchRaw(path, { "Accept-Encoding": encoding })).headers["cache-control"],
        path,
      ).toBe("public, max-age=31536000, immutable");
  expect((await fetchRaw("/widget/booking-widget.js")).headers["cache-control"]).toBe(
    "public, max-age=300",
  );
});

test("an unaccepted encoding is not used, and small responses are not compressed", async () => {
  const refused = await fetchRaw("/widget/booking-widget.js", {
    "Accept-Encoding": "br;q=0, gzip;q=0",
  });
  expect(refused.headers["content-encoding"]).toBeUndefined();
  const small = await fetchRaw("/api/tenant", { "Accept-Encoding": "br" });
  expect(small.headers["content-encoding"]).toBeUndefined();
});

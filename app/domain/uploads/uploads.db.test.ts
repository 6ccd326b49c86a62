import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { makeTenant, signIn } from "~/testing/factory";
import { hostileImages, MARKER } from "~/testing/hostile-images";
import { honestImages } from "~/testing/image-parts";
import {
  countAssets,
  expectStored,
  expectRefused,
  formOf,
  serve,
  upload,
  uploaded,
} from "~/testing/upload";

const images = await hostileImages();
const { png, jpeg } = await honestImages();
let cookie: string;
let startRss: number;

beforeAll(async () => {
  cookie = await signIn(await makeTenant());
  startRss = process.memoryUsage.rss();
});

describe("a malicious upload", () => {
  test("covers more than sixty distinct files", () => {
    expect(new Set(images.map(({ name }) => name)).size).toBe(images.length);
    expect(new Set(images.map(({ bytes }) => bytes.toString("base64"))).size).toBeGreaterThan(150);
  });

  test.each(images)("$name: $expected", async (image) => {
    const before = await countAssets();
    const response = await upload(cookie, formOf(image));
    const isStored =
      image.expected === "kept" || (image.expected === "either" && response.status === 201);
    if (isStored) return expectStored(response, image.size);
    return expectRefused(
      response,
      image.expected === "either" ? 422 : Number(image.expected),
      before,
    );
  });

  test("uses no more memory than one large image", async () => {
    const largest = images.filter(({ size }) => size?.[0] === 4096);
    expect(largest.length).toBeGreaterThan(2);
    await Promise.all([...largest, ...largest].map((image) => upload(cookie, formOf(image))));
    const grown = (process.resourceUsage().maxRSS * 1024 - startRss) / 2 ** 20;
    // The largest, 4096 × 4096 with 16 bits and alpha, has 128 MB of pixels; six of them together
    // would exceed this.
    expect(grown, "MB").toBeLessThan(512);
  });
});

describe("a form", () => {
  const part = (bytes: Buffer | string, name = "file", more = '; filename="a.png"') =>
    Buffer.concat([
      Buffer.from(
        `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: image/png\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from("\r\n"),
    ]);
  const end = Buffer.from("--edge--\r\n");
  const typed = (type = "multipart/form-data; boundary=edge"): Record<string, string> => ({
    "Content-Type": type,
  });
  const send = (pieces: (Buffer | string)[], headers = typed()) =>
    upload(
      cookie,
      new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece)))),
      headers,
    );

  test("with two files keeps one of them", async () => {
    const before = await countAssets();
    await expectStored(await send([part(png), part(jpeg), end]), [48, 32]);
    expect(await countAssets()).toBe(before + 1);
  });

  test.each<[string, number, (Buffer | string)[], Record<string, string>?]>([
    ["whose second file is hostile", 415, [part(png), part(`<svg>${MARKER}</svg>`), end]],
    ["without a file", 422, [part("1", "other", ""), end]],
    ["whose file has another name", 422, [part(png, "image"), end]],
    ["whose file is text", 422, [part(png, "file", ""), end]],
    ["that has only an end", 422, [end]],
    ["that never ends", 400, [part(png)]],
    [
      "with another boundary than it says",
      400,
      [part(png), end],
      typed("multipart/form-data; boundary=other"),
    ],
    ["without a boundary", 400, [part(png), end], typed("multipart/form-data")],
    ["that is empty", 400, [""]],
    ["that is no form", 400, [png]],
    ["that says it is JSON", 415, [part(png), end], typed("application/json")],
    ["that says it is an image", 415, [png], typed("image/png")],
    ["of a page", 415, ["file=image"], typed("application/x-www-form-urlencoded")],
    ["of three megabytes", 413, [part(Buffer.alloc(3 * 2 ** 20)), end]],
  ])("%s is refused with %i", async (_, status, pieces, headers) => {
    const before = await countAssets();
    await expectRefused(await send(pieces, headers), status, before);
  });

  const many = Array.from({ length: 10_000 }, (_, index) => part("1", `field${index}`, ""));
  const odd = ["__proto__", "constructor", "toString"].map((name) => part("1", name, ""));
  test.each([
    ["10,000 fields", many],
    ["fields named like the parts of an object", odd],
  ])("with %s is refused, and keeps nothing", async (_, fields) => {
    const before = await countAssets();
    await expectRefused(await send([...fields, part(png), end]), 400, before);
  });
});

test("images are rotated upright, and animations reduced to their first frame", async () => {
  const pixelsOf = async (name: string) => {
    const { url } = await uploaded(cookie, images.find((image) => image.name === name)!.bytes);
    return sharp(await (await serve(url)).arrayBuffer())
      .raw()
      .toBuffer();
  };
  const upright = await sharp(png).rotate(90).raw().toBuffer();
  expect((await pixelsOf("a png that lies on its side")).equals(upright)).toBe(true);
  const [red = 0, green = 0, blue = 0] = await pixelsOf("a WebP that moves");
  expect(red).toBeGreaterThan(4 * Math.max(green, blue));
  expect((await pixelsOf("a PNG that moves")).equals(await sharp(png).raw().toBuffer())).toBe(true);
});

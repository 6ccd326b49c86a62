import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "~/lib/db.server";
import { loader } from "~/routes/uploads.$tenant_id.$id";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { type HostileImage, hostileImages, MARKER } from "~/testing/hostile-images";
import { honestImages } from "~/testing/image-parts";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";

const images = await hostileImages();
let owner: UserActor;
let cookie: string;
let startRss: number;

beforeAll(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
  startRss = process.memoryUsage.rss();
});

function formOf({ bytes, file_name = "image.png", content_type = "image/png" }: Partial<HostileImage>): FormData {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes!)], { type: content_type }), file_name);
  return form;
}

const upload = (raw: BodyInit, headers: Record<string, string> = {}, as = cookie) =>
  call("/api/upload", { method: "POST", cookie: as, raw, headers });
const countKept = () => prisma.asset.count();

async function serve(url: string): Promise<Response> {
  const [, tenant_id, id] = new URL(url).pathname.slice(1).split("/");
  const request = new Request(url);
  return loader({ request, params: { tenant_id, id }, context: {} } as Parameters<typeof loader>[0]);
}

/** Refused in the one error format, and nothing is kept. */
async function expectRefused(response: Response, status: number, before: number): Promise<void> {
  const { error } = await json(response);
  expect([response.status, error?.code]).toEqual([status, expect.stringMatching(/^[a-z_]+$/)]);
  expect(error).toMatchObject({ message: expect.any(String), request_id: response.headers.get("X-Request-Id") });
  expect(JSON.stringify(error)).not.toMatch(/vips|sharp|libpng|jpeg:|stack/i);
  expect(await countKept()).toBe(before);
}

/** Kept as an image of our own making: nothing of what came with it is in what is served. */
async function expectKept(response: Response, size: HostileImage["size"]): Promise<void> {
  expect(response.status).toBe(201);
  const asset = (await json(response)) as unknown as {
    id: string;
    url: string;
    width: number;
    height: number;
    bytes: number;
  };
  if (size) expect([asset.width, asset.height]).toEqual(size);
  const served = await serve(asset.url);
  const bytes = Buffer.from(await served.arrayBuffer());
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "public, max-age=31536000, immutable",
    "content-disposition": "inline",
  });
  expect(bytes.length).toBe(asset.bytes);
  expect(bytes.includes(MARKER)).toBe(false);
  expect(bytes.includes("<script")).toBe(false);
  const { format, width, height, exif, xmp, icc, iptc, orientation, pages, space, depth } =
    await sharp(bytes).metadata();
  expect(served.headers.get("Content-Type")).toBe(`image/${format}`);
  expect({ width, height }).toEqual({ width: asset.width, height: asset.height });
  expect({ exif, xmp, icc, iptc, orientation, depth }).toEqual({ depth: "uchar" });
  expect(pages ?? 1).toBe(1);
  expect(["srgb", "b-w"]).toContain(space);
}

describe("a hostile upload", () => {
  test("comes in more shapes than sixty, and no two are the same file", () => {
    expect(new Set(images.map(({ name }) => name)).size).toBe(images.length);
    expect(images.filter(({ expected }) => expected !== "kept").length).toBeGreaterThan(60);
  });

  test.each(images)("$name: $expected", async (image) => {
    const before = await countKept();
    const response = await upload(formOf(image));
    if (image.expected === "kept" || (image.expected === "either" && response.status === 201))
      return expectKept(response, image.size);
    return expectRefused(response, image.expected === "either" ? 422 : image.expected, before);
  });

  test("takes no more memory than one large image, however many there are", () => {
    const peak = process.resourceUsage().maxRSS * 1024;
    const grownMb = Math.round((peak - startRss) / 2 ** 20);
    console.info(`${images.length} hostile uploads: ${grownMb} MB at most over ${Math.round(startRss / 2 ** 20)} MB`);
    // One picture of 4096 × 4096 with 16 bits and alpha is 128 MB, and it is held as it was and as it becomes.
    expect(grownMb).toBeLessThan(700);
  });
});
afterAll(() => undefined);

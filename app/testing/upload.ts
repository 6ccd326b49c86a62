import sharp from "sharp";
import { expect } from "vitest";
import type { Asset } from "~/contract/uploads";
import { prisma } from "~/lib/db.server";
import { loader } from "~/pages/public/uploads/upload";
import { type HostileImage, MARKER } from "./hostile-images";
import { call, json } from "./request";

// Uploads like a browser, and checks each response.

/** A multipart form with the upload, declared as PNG by default. */
export function formOf(
  image: Pick<HostileImage, "bytes" | "file_name" | "content_type">,
): FormData {
  const form = new FormData();
  const file = new Blob([new Uint8Array(image.bytes)], { type: image.content_type ?? "image/png" });
  form.set("file", file, image.file_name ?? "image.png");
  return form;
}

export function upload(
  cookie: string,
  raw: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  return call("/api/upload", { method: "POST", cookie, raw, headers });
}

/** An upload that must succeed. */
export async function uploaded(cookie: string, bytes: Buffer): Promise<Asset> {
  const response = await upload(cookie, formOf({ bytes }));
  expect(response.status).toBe(201);
  return (await response.json()) as Asset;
}

/** Fetches an image by its URL. */
export async function serve(url: string): Promise<Response> {
  const [, tenant_id, id] = new URL(url).pathname.slice(1).split("/");
  return loader({ request: new Request(url), params: { tenant_id, id }, context: {} });
}

export const countAssets = () => prisma.asset.count();

/**
 * Expects the standard error without decoder details, and that nothing was stored. `before`: number
 * of assets before.
 */
export async function expectRefused(
  response: Response,
  status: number,
  before: number,
): Promise<void> {
  const { error } = await json(response);
  expect([response.status, error?.code]).toEqual([status, expect.stringMatching(/^[a-z_]+$/)]);
  expect(error).toMatchObject({
    message: expect.any(String),
    request_id: response.headers.get("X-Request-Id"),
  });
  expect(JSON.stringify(error)).not.toMatch(/vips|sharp|spng|libpng|webp:|huffman/i);
  expect(await countAssets()).toBe(before);
}

/** Expects a re-encoded image without any of the original metadata. */
export async function expectStored(response: Response, size: HostileImage["size"]): Promise<void> {
  expect(response.status).toBe(201);
  const asset = (await response.json()) as Asset;
  if (size) expect([asset.width, asset.height]).toEqual(size);
  const served = await serve(asset.url);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "public, max-age=31536000, immutable",
    "content-disposition": "inline",
  });
  const bytes = Buffer.from(await served.arrayBuffer());
  expect(bytes.length).toBe(asset.bytes);
  expect([bytes.includes(MARKER), bytes.includes("<script")]).toEqual([false, false]);
  const metadata = await sharp(bytes).metadata();
  expect(served.headers.get("Content-Type")).toBe(`image/${metadata.format}`);
  expect(metadata).toMatchObject({ width: asset.width, height: asset.height, depth: "uchar" });
  for (const name of ["exif", "xmp", "icc", "iptc", "orientation", "comments", "pages"] as const)
    expect(metadata[name], name).toBeUndefined();
  expect(["srgb", "b-w"]).toContain(metadata.space);
}

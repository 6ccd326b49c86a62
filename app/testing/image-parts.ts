import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { ImageType } from "~/domain/uploads/image-shape";

// Parts of image files, for tests that assemble broken ones.

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A PNG chunk (PNG specification, 5.3) with its length and checksum. */
export function chunk(name: string, data: Buffer | string = ""): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), Buffer.from(data)]);
  return Buffer.concat([uint32(body.length - 4), body, uint32(crc32(body))]);
}

/** A JPEG segment (ITU-T T.81, B.1.1.4) with its length. */
export function segment(marker: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data);
  const length = body.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), body]);
}

/** A RIFF chunk (WebP container specification), padded to an even length. */
export function riffChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, "latin1"), length, data, Buffer.alloc(data.length % 2)]);
}

/** A WebP file of these chunks. */
export function riff(...chunks: Buffer[]): Buffer {
  return riffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

export interface PngShape {
  width: number;
  height: number;
  depth?: 8 | 16;
  /** 0 grey, 2 RGB, 6 RGB with alpha (PNG specification, 11.2.2). */
  colour?: 0 | 2 | 6;
  /** Uncompressed scan lines; black of the right size when absent. */
  lines?: Buffer;
  /** Chunks between the header and the pixels. */
  before?: Buffer[];
  /** Chunks between the pixels and the end. */
  after?: Buffer[];
}

function header({ width, height, depth = 8, colour = 0 }: PngShape): Buffer {
  return chunk(
    "IHDR",
    Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, colour, 0, 0, 0])]),
  );
}

export function png(shape: PngShape): Buffer {
  const { width, height, depth = 8, colour = 0, before = [], after = [] } = shape;
  const samples = { 0: 1, 2: 3, 6: 4 }[colour];
  const lines = shape.lines ?? Buffer.alloc(height * (1 + width * samples * (depth / 8)));
  const pixels = chunk("IDAT", deflateSync(lines, { level: 9 }));
  return Buffer.concat([PNG_SIGNATURE, header(shape), ...before, pixels, ...after, chunk("IEND")]);
}

/** Inserts bytes after the `at`-th byte. */
export function insert(bytes: Buffer, at: number, ...inserted: Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), ...inserted, bytes.subarray(at)]);
}

/** A copy with these bytes overwritten. */
export function overwrite(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

/** Offsets of the first PNG chunk after IHDR and of the first JPEG segment. */
export const AFTER_IHDR = 33;
export const AFTER_SOI = 2;

/** 48 × 32 pixels that compress badly, so that every byte of the file matters. */
export function picture() {
  const [width, height] = [48, 32];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = ((at * at * 31) >> 5) & 0xff;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The same valid picture in each accepted type. */
export async function honestImages(): Promise<Record<ImageType, Buffer>> {
  const [png, jpeg, webp] = await Promise.all([
    picture().png().toBuffer(),
    picture().jpeg().toBuffer(),
    picture().webp({ lossless: true }).toBuffer(),
  ]);
  return { png, jpeg, webp };
}

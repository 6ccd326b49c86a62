import { describe, expect, test } from "vitest";
import {
  AFTER_IHDR,
  chunk,
  honestImages,
  insert,
  picture,
  riffChunk,
  segment,
} from "~/testing/image-parts";
import { endsWithImage, type ImageType, sniffImage } from "./image-shape";

const images = await honestImages();
const types = ["png", "jpeg", "webp"] as const;

describe.each(types)("a %s", (type) => {
  const bytes = images[type];

  test("is recognised by its complete signature", () => {
    expect(sniffImage(bytes)).toBe(type);
    const known = Array.from({ length: 13 }, (_, length) => sniffImage(bytes.subarray(0, length)));
    expect(known.indexOf(type)).toBe({ png: 8, jpeg: 3, webp: 12 }[type]);
    expect(known.every((found) => found === null || found === type)).toBe(true);
  });

  test("ends exactly at its last byte", () => {
    expect(endsWithImage(bytes, type)).toBe(true);
    for (const more of ["\0", "\n", "<script>", "\xff\xd9", "IEND"])
      expect(
        endsWithImage(Buffer.concat([bytes, Buffer.from(more, "latin1")]), type),
        JSON.stringify(more),
      ).toBe(false);
    const whole = Array.from({ length: bytes.length - 12 }, (_, cut) => cut + 12).filter((length) =>
      endsWithImage(bytes.subarray(0, length), type),
    );
    expect(whole).toEqual([]);
  });
});

const scans = await picture().jpeg({ progressive: true }).toBuffer();
const restarts = insert(
  images.jpeg,
  images.jpeg.length - 2,
  Buffer.from([0xff, 0xd0, 1, 0xff, 0x00, 2]),
);
test.each<[string, ImageType, Buffer, boolean]>([
  ["a JPEG of several scans", "jpeg", scans, true],
  ["a JPEG with restart markers and stuffed zeros", "jpeg", restarts, true],
  [
    "a JPEG with the end of an image inside a comment",
    "jpeg",
    insert(images.jpeg, 2, segment(0xfe, "\xff\xd9<script>")),
    true,
  ],
  [
    "a JPEG with filling before a marker",
    "jpeg",
    insert(images.jpeg, 2, Buffer.from([0xff, 0xff])),
    true,
  ],
  [
    "a JPEG that ends twice",
    "jpeg",
    Buffer.concat([images.jpeg, Buffer.from("<script>\xff\xd9", "latin1")]),
    false,
  ],
  [
    "a JPEG that ends before its first scan",
    "jpeg",
    insert(images.jpeg, 2, Buffer.from([0xff, 0xd9])),
    false,
  ],
  [
    "a JPEG with text between its segments",
    "jpeg",
    insert(images.jpeg, 2, Buffer.from("text")),
    false,
  ],
  [
    "a PNG with a chunk of its own",
    "png",
    insert(images.png, AFTER_IHDR, chunk("prVt", "text")),
    true,
  ],
  ["a PNG that ends twice", "png", Buffer.concat([images.png, chunk("IEND")]), false],
  [
    "a PNG whose chunk is longer than the file",
    "png",
    insert(images.png, AFTER_IHDR, Buffer.alloc(4, 0xff)),
    false,
  ],
  [
    "a WebP with a chunk that its header does not count",
    "webp",
    Buffer.concat([images.webp, riffChunk("XMP ", Buffer.alloc(2))]),
    false,
  ],
])("%s", (_, type, bytes, isWhole) => {
  expect(endsWithImage(bytes, type)).toBe(isWhole);
});

import { deflateSync } from "node:zlib";
import { MAX_UPLOAD_BYTES } from "~/contract/uploads";
import type { HostileImage, Seeds } from "./hostile-images";
import * as parts from "./image-parts";

/** Files that claim more pixels than allowed, or other pixels than they contain. */
export function pixelFloods({ jpeg, webp }: Seeds): HostileImage[] {
  const claimed = [
    [65535, 65535],
    [4097, 1],
    [1, 4097],
    [4097, 4096],
    [0x7fffffff, 0x7fffffff],
    [0xffffffff, 1],
    [0, 0],
    [0, 9],
  ] as const;
  const line = { lines: Buffer.alloc(2) };
  const flood = (name: string, bytes: Buffer, expected: HostileImage["expected"] = 422) => ({
    name,
    bytes,
    expected,
  });
  const sof = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const jpegOf = (side: number) =>
    parts.overwrite(jpeg, sof + 5, side >> 8, side & 0xff, side >> 8, side & 0xff);
  const webpOf = (flags: number) =>
    parts.riff(
      parts.riffChunk("VP8X", Buffer.from([flags, 0, 0, 0, 255, 255, 0, 255, 255, 0])),
      webp.subarray(12),
    );
  return [
    ...claimed.map(([width, height]) =>
      flood(`a PNG that claims ${width} × ${height}`, parts.png({ width, height, ...line })),
    ),
    flood("a real PNG of 4097 × 1", parts.png({ width: 4097, height: 1 })),
    flood("a real PNG of 1 × 4097", parts.png({ width: 1, height: 4097 })),
    flood(
      "a real PNG of 16384 × 1024, just within the pixel limit",
      parts.png({ width: 16384, height: 1024 }),
    ),
    flood("a JPEG that claims 65535 × 65535", jpegOf(65535)),
    flood("a JPEG that claims 4097 × 4097", jpegOf(4097)),
    flood("a JPEG that claims 0 × 0", jpegOf(0)),
    flood("a WebP whose canvas claims 65536 × 65536", webpOf(0)),
    flood("a WebP whose moving canvas claims 65536 × 65536", webpOf(2)),
    flood(
      "a PNG of 4096 × 4096 with one line",
      parts.png({ width: 4096, height: 4096, lines: Buffer.alloc(4097) }),
    ),
    flood("a JPEG of 4096 × 4096 with a hundredth of it", jpegOf(4096), "either"),
    {
      name: "a PNG of 1 × 1 with 4 MB of lines",
      bytes: parts.png({ width: 1, height: 1, lines: Buffer.alloc(4_000_000) }),
      expected: "either",
    },
  ];
}

/**
 * Small files that decompress to a lot. Some are valid uploads, but none may use more memory than
 * one image does.
 */
export function bombs({ jpeg }: Seeds): HostileImage[] {
  const side = { width: 4096, height: 4096 };
  const grown = deflateSync(Buffer.alloc(200_000_000), { level: 9 }); // 200 KB
  const inflated = (name: string, data: Buffer): HostileImage => ({
    name: `a PNG whose ${name} grows to 200 MB`,
    bytes: parts.png({ width: 8, height: 8, before: [parts.chunk(name, data)] }),
    expected: "either",
  });
  const named = (text: string) => Buffer.from(text, "latin1");
  return [
    {
      name: "a grey PNG of 4096 × 4096 in 16 KB",
      bytes: parts.png(side),
      expected: "kept",
      size: [4096, 4096],
    },
    {
      name: "a PNG of 4096 × 4096 with 16 bits and alpha",
      bytes: parts.png({ ...side, depth: 16, colour: 6 }),
      expected: "kept",
      size: [4096, 4096],
    },
    inflated("iCCP", Buffer.concat([named("icc\0\0"), grown])),
    inflated("zTXt", Buffer.concat([named("Comment\0\0"), grown])),
    inflated("iTXt", Buffer.concat([named("Comment\0\x01\0\0\0"), grown])),
    {
      name: "a PNG with 100,000 chunks",
      bytes: parts.png({
        width: 8,
        height: 8,
        before: Array<Buffer>(100_000).fill(parts.chunk("tEXt", "a\0b")),
      }),
      expected: "either",
    },
    {
      name: "a JPEG of 4096 × 4096 with ten scans",
      bytes: manyScans(jpeg, 10),
      expected: "kept",
      size: [4096, 4096],
    },
    {
      name: "a JPEG of 4096 × 4096 with 40,000 scans",
      bytes: manyScans(jpeg, 40_000),
      expected: 422,
    },
    {
      name: "a PNG of exactly 2 MB",
      bytes: paddedPng(MAX_UPLOAD_BYTES),
      expected: "kept",
      size: [8, 8],
    },
    { name: "a PNG of 2 MB and a byte", bytes: paddedPng(MAX_UPLOAD_BYTES + 1), expected: 413 },
    {
      name: "2 MB and a byte of nothing",
      bytes: Buffer.alloc(MAX_UPLOAD_BYTES + 1),
      expected: 413,
    },
  ];
}

/**
 * A valid progressive JPEG of 4096 × 4096 in grey whose scans add nothing: each takes 43 bytes and
 * makes a decoder process the whole image again. Every block is a one-bit code: first a difference
 * of zero, then runs of 16,384 blocks without a coefficient.
 */
function manyScans(jpeg: Buffer, scans: number): Buffer {
  const blocks = (4096 / 8) ** 2;
  const tables = jpeg.subarray(parts.AFTER_SOI, jpeg.indexOf(Buffer.from([0xff, 0xc0])));
  const frame = parts.segment(0xc2, Buffer.from([8, 0x10, 0, 0x10, 0, 1, 1, 0x11, 0]));
  const oneCode = (table: number, symbol: number) =>
    parts.segment(0xc4, Buffer.from([table, 1, ...Array<number>(15).fill(0), symbol]));
  const first = Buffer.concat([
    parts.segment(0xda, Buffer.from([1, 1, 0, 0, 0, 0])),
    Buffer.alloc(blocks / 8),
  ]);
  const again = Buffer.concat([
    parts.segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])),
    Buffer.alloc(31),
  ]);
  const start = [
    jpeg.subarray(0, parts.AFTER_SOI),
    tables,
    frame,
    oneCode(0x00, 0),
    oneCode(0x10, 0xe0),
    first,
  ];
  return Buffer.concat([...start, ...Array<Buffer>(scans).fill(again), Buffer.from([0xff, 0xd9])]);
}

function paddedPng(length: number): Buffer {
  const bare = parts.png({ width: 8, height: 8 });
  return parts.insert(
    bare,
    parts.AFTER_IHDR,
    parts.chunk("tEXt", "a\0".padEnd(length - bare.length - 12, "b")),
  );
}

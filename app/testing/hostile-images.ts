import { deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import type { ImageType } from "~/domain/uploads/image-shape";
import { bombs, pixelFloods } from "./image-bombs";
import * as parts from "./image-parts";

/** Part of every payload; stored bytes must not contain it. */
export const MARKER = "hostile-payload";
const SCRIPT = `<script>alert("${MARKER}")</script>`;

export interface HostileImage {
  name: string;
  bytes: Buffer;
  /**
   * Expected status; "kept" if it must be accepted and re-encoded; "either" where the outcome
   * depends on the damage.
   */
  expected: 413 | 415 | 422 | "kept" | "either";
  /** Size of the stored image. */
  size?: [width: number, height: number];
  file_name?: string;
  content_type?: string;
}

export type Seeds = Record<ImageType, Buffer>;
const types = ["png", "jpeg", "webp"] as const;

/** Every malicious upload, generated here so that none is a file of the repository. */
export async function hostileImages(): Promise<HostileImage[]> {
  const seeds = await parts.honestImages();
  return [
    ...polyglots(seeds),
    ...notImages(seeds),
    ...hiddenPayloads(seeds),
    ...pixelFloods(seeds),
    ...bombs(seeds),
    ...truncated(seeds),
    ...damaged(seeds),
    ...disguised(seeds),
    ...(await metadata()),
    ...(await unusual(seeds)),
  ];
}

const trailers: Record<string, Buffer> = {
  HTML: Buffer.from(`<!doctype html><html><body>${SCRIPT}</body></html>`),
  JavaScript: Buffer.from(`\n*/alert("${MARKER}")//`),
  "a ZIP": Buffer.concat([
    Buffer.from("PK\x03\x04"),
    Buffer.from(MARKER),
    Buffer.from("PK\x05\x06"),
    Buffer.alloc(18),
  ]),
  "a PDF": Buffer.from(`%PDF-1.7\n1 0 obj<</S/JavaScript/JS(${MARKER})>>endobj\n%%EOF`),
  PHP: Buffer.from(`<?php system("${MARKER}"); ?>`),
};

function polyglots(seeds: Seeds): HostileImage[] {
  const followed = types.flatMap((type) =>
    Object.entries(trailers).map(([name, trailer]): HostileImage => ({
      name: `a ${type} followed by ${name}`,
      bytes: Buffer.concat([seeds[type], trailer]),
      expected: 422,
    })),
  );
  const end = {
    png: parts.chunk("IEND"),
    jpeg: Buffer.from([0xff, 0xd9]),
    webp: Buffer.from("WEBP"),
  };
  const reEnded = types.map((type): HostileImage => ({
    name: `a ${type} followed by a payload and the end of a ${type}`,
    bytes: Buffer.concat([seeds[type], Buffer.from(SCRIPT), end[type]]),
    expected: 422,
  }));
  const doubled = types.map((type): HostileImage => ({
    name: `two ${type} in one file`,
    bytes: Buffer.concat([seeds[type], seeds[type]]),
    expected: 422,
  }));
  return [...followed, ...reEnded, ...doubled];
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert('${MARKER}')">${SCRIPT}</svg>`;

function notImages({ png, jpeg, webp }: Seeds): HostileImage[] {
  const files: Record<string, Buffer | string> = {
    "no bytes at all": "",
    "one byte of a PNG": png.subarray(0, 1),
    HTML: `<!doctype html>${SCRIPT}`,
    "an SVG with a script": svg,
    "an SVG with an XML declaration": `<?xml version="1.0"?>${svg}`,
    "an SVG behind a byte order mark": `\ufeff${svg}`,
    "an SVG in UTF-16": Buffer.from(`\ufeff${svg}`, "utf16le"),
    "an SVG behind spaces and a comment": `  \r\n<!-- image -->${svg}`,
    "an SVG with entities that grow": `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg}`,
    "an SVG that asks for a file": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]><svg>&x;</svg>`,
    "a compressed SVG": gzipSync(svg),
    "a GIF that is JavaScript": `GIF89a=1;alert("${MARKER}")`,
    "a PNG behind a byte order mark": Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), png]),
    "a JPEG behind a space": Buffer.concat([Buffer.from(" "), jpeg]),
    "a PNG behind HTML": Buffer.concat([Buffer.from(SCRIPT), png]),
    "a PNG whose line ends were changed": Buffer.concat([
      png.subarray(0, 4),
      Buffer.from("\n\x1a\n"),
      png.subarray(8),
    ]),
    "a sound in a RIFF": Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVE"), webp.subarray(12)]),
    "a bitmap": Buffer.concat([Buffer.from("BM"), Buffer.alloc(52)]),
    "a TIFF": Buffer.concat([Buffer.from("II*\0"), Buffer.alloc(60)]),
    "an AVIF": Buffer.from("\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf"),
    "a PDF": trailers["a PDF"]!,
    "a program": Buffer.concat([Buffer.from("MZ"), Buffer.alloc(126)]),
  };
  // The declared name and type say PNG and must be ignored.
  return Object.entries(files).map(([name, bytes]) => ({
    name,
    bytes: Buffer.from(bytes),
    expected: 415,
  }));
}

/** Complete images with a payload where decoders skip data. */
function hiddenPayloads({ png, jpeg, webp }: Seeds): HostileImage[] {
  const script = Buffer.from(SCRIPT);
  const comment = (length: number) => Buffer.from(`*/alert("${MARKER}")/*`.padEnd(length));
  const accepted = (
    name: string,
    bytes: Buffer,
    expected: HostileImage["expected"] = "kept",
  ): HostileImage => ({
    name,
    bytes,
    expected,
    size: [48, 32],
  });
  const size = Buffer.from([0, 0, 0, 0, 47, 0, 0, 31, 0, 0]); // VP8X: no flags, 48 × 32
  return [
    accepted(
      "a PNG with a script in a text chunk",
      parts.insert(png, parts.AFTER_IHDR, parts.chunk("tEXt", `Comment\0${SCRIPT}`)),
    ),
    accepted(
      "a PNG with a script in a private chunk",
      parts.insert(png, parts.AFTER_IHDR, parts.chunk("xsSt", script)),
    ),
    accepted(
      "a PNG with a script after its end",
      parts.insert(png.subarray(0, -12), png.length - 12, parts.chunk("IEND", script)),
      "either",
    ),
    accepted(
      "a JPEG with a script in a comment",
      parts.insert(jpeg, parts.AFTER_SOI, parts.segment(0xfe, script)),
    ),
    accepted(
      "a JPEG that is JavaScript",
      parts.insert(jpeg, parts.AFTER_SOI, parts.segment(0xe1, comment(0x2f2a - 2))),
    ),
    accepted(
      "a WebP with a script in a private chunk",
      parts.riff(parts.riffChunk("VP8X", size), webp.subarray(12), parts.riffChunk("EVIL", script)),
    ),
    accepted(
      "a WebP that is longer than its only chunk",
      parts.riff(webp.subarray(12), script),
      "either",
    ),
  ];
}

function truncated(seeds: Seeds): HostileImage[] {
  const shares = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99];
  return types.flatMap((type) =>
    [
      ...shares.map((share) => Math.max(16, Math.floor(seeds[type].length * share))),
      seeds[type].length - 1,
    ].map((length): HostileImage => ({
      name: `a ${type} that ends after ${length} of ${seeds[type].length} bytes`,
      bytes: seeds[type].subarray(0, length),
      expected: 422,
    })),
  );
}

/** Flips one byte at each important position and at many others. */
function damaged(seeds: Seeds): HostileImage[] {
  return types.flatMap((type) =>
    Array.from({ length: 12 }, (_, index) => {
      const at = 12 + Math.floor(((seeds[type].length - 14) * (index + 1)) / 13);
      const bytes = parts.overwrite(seeds[type], at, seeds[type][at]! ^ 0xff);
      return { name: `a ${type} whose byte ${at} is wrong`, bytes, expected: "either" as const };
    }),
  );
}

function disguised({ png, jpeg, webp }: Seeds): HostileImage[] {
  const accepted = { expected: "kept" as const, size: [48, 32] as [number, number] };
  return [
    {
      name: "a PNG that says it is a page",
      bytes: png,
      file_name: "page.html",
      content_type: "text/html",
      ...accepted,
    },
    {
      name: "a JPEG that says it is an SVG",
      bytes: jpeg,
      file_name: "logo.svg",
      content_type: "image/svg+xml",
      ...accepted,
    },
    {
      name: "a WebP that says it is a program",
      bytes: webp,
      file_name: "run.exe",
      content_type: "application/x-msdownload",
      ...accepted,
    },
    {
      name: "a PNG under the name of another place",
      bytes: png,
      file_name: "../../../etc/passwd",
      ...accepted,
    },
    {
      name: "a PNG under a name with a NUL",
      bytes: png,
      file_name: `${MARKER}.html\0.png`,
      ...accepted,
    },
    {
      name: "a PNG under a name with line ends",
      bytes: png,
      file_name: `a.png\r\nContent-Type: text/html\r\n\r\n${SCRIPT}`,
      ...accepted,
    },
    {
      name: "a PNG under a very long name",
      bytes: png,
      file_name: `${"a".repeat(9000)}.png`,
      ...accepted,
    },
  ];
}

async function metadata(): Promise<HostileImage[]> {
  const exif = {
    IFD0: { Copyright: MARKER, ImageDescription: SCRIPT },
    IFD3: {
      GPSLatitudeRef: "N",
      GPSLatitude: "52/1 22/1 12/1",
      GPSLongitudeRef: "E",
      GPSLongitude: "4/1 53/1 42/1",
    },
  };
  const image = () =>
    parts
      .picture()
      .withExif(exif)
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARKER}</x:xmpmeta>`)
      .withIccProfile("p3");
  const turned = () => parts.picture().withMetadata({ orientation: 6 });
  const all = (make: () => sharp.Sharp) =>
    [make().png(), make().jpeg(), make().webp()].map((made) => made.toBuffer());
  const [whole, rotated] = await Promise.all([Promise.all(all(image)), Promise.all(all(turned))]);
  const huge = parts.insert(
    whole[1]!,
    parts.AFTER_SOI,
    ...Array<Buffer>(20).fill(parts.segment(0xe1, Buffer.from(`Exif\0\0${MARKER}`.padEnd(65_000)))),
  );
  return [
    ...types.map((type, at): HostileImage => ({
      name: `a ${type} that says where it was taken`,
      bytes: whole[at]!,
      expected: "kept",
      size: [48, 32],
    })),
    ...types.map((type, at): HostileImage => ({
      name: `a ${type} that lies on its side`,
      bytes: rotated[at]!,
      expected: "kept",
      size: [32, 48],
    })),
    { name: "a JPEG with 1.3 MB of metadata", bytes: huge, expected: "kept", size: [48, 32] },
  ];
}

async function unusual({ png, jpeg }: Seeds): Promise<HostileImage[]> {
  const accepted = (name: string, bytes: Buffer): HostileImage => ({
    name,
    bytes,
    expected: "kept",
    size: [48, 32],
  });
  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 48, height: 32, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const [cmyk, palette, progressive, grey, interlaced, moving] = await Promise.all([
    parts.picture().toColourspace("cmyk").jpeg().toBuffer(),
    parts.picture().png({ palette: true, colours: 8 }).toBuffer(),
    parts.picture().jpeg({ progressive: true }).toBuffer(),
    parts.picture().greyscale().jpeg().toBuffer(),
    parts.picture().png({ progressive: true }).toBuffer(),
    sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer(),
  ]);
  const sof = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const control = parts.chunk("acTL", Buffer.concat([parts.uint32(2), parts.uint32(0)]));
  const frame = (at: number) =>
    parts.chunk(
      "fcTL",
      Buffer.concat([parts.uint32(at), parts.uint32(48), parts.uint32(32), Buffer.alloc(14)]),
    );
  const second = parts.chunk(
    "fdAT",
    Buffer.concat([parts.uint32(2), deflateSync(Buffer.alloc(32 * 145))]),
  );
  const apng = parts.insert(
    parts.insert(png, png.length - 12, frame(1), second),
    parts.AFTER_IHDR,
    control,
    frame(0),
  );
  return [
    accepted("a JPEG in CMYK", cmyk),
    accepted("a PNG with a palette", palette),
    accepted("a progressive JPEG", progressive),
    accepted("a grey JPEG", grey),
    accepted("an interlaced PNG", interlaced),
    accepted("a PNG of 16 bits", parts.png({ width: 48, height: 32, depth: 16, colour: 2 })),
    accepted("a PNG that moves", apng),
    accepted("a WebP that moves", moving),
    {
      name: "a JPEG that says it is arithmetic",
      bytes: parts.overwrite(jpeg, sof + 1, 0xc9),
      expected: "either",
    },
    {
      name: "a JPEG that says it is lossless",
      bytes: parts.overwrite(jpeg, sof + 1, 0xc3),
      expected: "either",
    },
    {
      name: "a JPEG that says it has 12 bits",
      bytes: parts.overwrite(jpeg, sof + 4, 12),
      expected: "either",
    },
  ];
}

export type ImageType = "png" | "jpeg" | "webp";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));

/**
 * The type by the file's content, regardless of name or header; null for anything else (SVG, GIF,
 * HTML, PDF …).
 */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, PNG)) return "png";
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  if (startsWith(bytes, ascii("RIFF")) && startsWith(bytes, ascii("WEBP"), 8)) return "webp";
  return null;
}

/**
 * Whether nothing follows the image: data after its end could make the file a polyglot. PNG ends
 * with its IEND chunk, JPEG with the marker EOI, WebP where its RIFF header says.
 */
export function endsWithImage(bytes: Uint8Array, type: ImageType): boolean {
  if (type === "png") return pngLength(bytes) === bytes.length;
  if (type === "jpeg")
    return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9 && firstJpegEnd(bytes) === bytes.length;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8 === bytes.length;
}

/** The length of a PNG by its chunks (PNG specification, 5.3); 0 when they do not add up. */
function pngLength(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    const next = at + 12 + view.getUint32(at);
    if (startsWith(bytes, ascii("IEND"), at + 4)) return next;
    at = next;
  }
  return 0;
}

/**
 * The position of the first EOI after the scan data (ITU-T T.81, B.1.1): skips the segments, then
 * finds the marker.
 */
function firstJpegEnd(bytes: Uint8Array): number {
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return 0;
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) return at + 2;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7) || marker === 0xff;
    at += isAlone ? (marker === 0xff ? 1 : 2) : 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
    if (marker === 0xda) at = endOfScan(bytes, at);
  }
  return at + 2 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] === 0xd9 ? at + 2 : 0;
}

/** Entropy-coded data runs until a marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1]!;
    if (bytes[at] === 0xff && next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

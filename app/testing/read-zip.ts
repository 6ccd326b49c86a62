import { inflateRawSync } from "node:zlib";

/**
 * The files of a zip archive by name, from its central directory (APPNOTE 6.3.10, 4.3.12 and
 * 4.3.16).
 */
export function readZip(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  const count = bytes.readUInt16LE(end + 10);
  const files: Record<string, string> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const size = bytes.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    ) as [number, number, number];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    files[name] = inflateRawSync(bytes.subarray(start, start + size)).toString("utf8");
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

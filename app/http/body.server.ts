import { AppError } from "~/lib/app-error";

export const MAX_BODY_BYTES = 256 * 1024;
const MAX_DEPTH = 20;
/** Of a provider's form; Twilio sends about thirty. */
const MAX_FIELDS = 200;

/**
 * Reads the body and stops as soon as it exceeds `max` bytes, whatever Content-Length says. Throws
 * too_large.
 */
export async function readBytes(request: Request, max: number): Promise<Buffer> {
  const tooLarge = () =>
    new AppError("too_large", `At most ${Math.floor(max / 1024)} KB can be sent.`);
  if (Number(request.headers.get("Content-Length") ?? 0) > max) throw tooLarge();
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength; // web streams are async iterable in Node
    if (size > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a JSON body (RFC 8259) of at most 256 KB and 20 levels; an empty body is {}. Throws
 * unsupported_media_type, malformed_request.
 */
export async function readJson(request: Request): Promise<unknown> {
  return parseJson(await readBytes(request, MAX_BODY_BYTES), request.headers);
}

/**
 * Parses JSON bytes that have already been read. Throws unsupported_media_type, malformed_request.
 */
export function parseJson(bytes: Buffer, headers: Headers): unknown {
  const type = headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (bytes.length === 0) return {};
  if (type !== "application/json")
    throw new AppError("unsupported_media_type", "Send JSON, with Content-Type: application/json.");
  const value = parse(bytes);
  if (depthOf(value, 0) > MAX_DEPTH)
    throw new AppError("malformed_request", `At most ${MAX_DEPTH} levels of nesting.`);
  return value;
}

/** A provider's URL-encoded form. Throws unsupported_media_type, malformed_request. */
export function parseForm(bytes: Buffer, headers: Headers): URLSearchParams {
  const type = headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (bytes.length > 0 && type !== "application/x-www-form-urlencoded")
    throw new AppError(
      "unsupported_media_type",
      "Send a form, with Content-Type: application/x-www-form-urlencoded.",
    );
  const fields = new URLSearchParams(bytes.toString("utf8"));
  if (fields.size > MAX_FIELDS)
    throw new AppError("malformed_request", `At most ${MAX_FIELDS} fields.`);
  return fields;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("malformed_request", "The body is not valid JSON.");
  }
}

/**
 * Nesting depth, counted no further than MAX_DEPTH. Also refuses names that could reach a
 * prototype.
 */
function depthOf(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return depth;
  if (Object.hasOwn(value, "__proto__"))
    throw new AppError("malformed_request", "__proto__ is not a field.");
  let deepest = depth + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}

import {
  HIGHEST_FORM_INDEX,
  LONGEST_FIELD_NAME,
  MAX_FORM_FIELDS,
  MAX_FORM_LEVELS,
} from "~/contract/limits";
import { MAX_UPLOAD_BYTES } from "~/contract/uploads";
import { AppError } from "~/lib/app-error";
import { MAX_BODY_BYTES, readBytes } from "./body.server";

// Every form is read here. Anonymous callers can send one, and the parser creates lists as long as
// an index in a name says (`rules[3].start`), so the number of fields, names and indices are
// checked first.

/** The parts of a field name: words and indices. */
const NAME_PARTS = /[^.[\]]+|\[\d*\]/g;
/** Prototype members, and names that conform treats as commands. Our pages send neither. */
const NO_FIELD = new Set(["__proto__", "constructor", "prototype", "__intent__", "__state__"]);

/**
 * Reads a URL-encoded form of at most `max` bytes. Throws unsupported_media_type, too_large,
 * malformed_request.
 */
export async function readForm(request: Request, max = MAX_BODY_BYTES): Promise<URLSearchParams> {
  if (typeOf(request) !== "application/x-www-form-urlencoded")
    throw new AppError("unsupported_media_type", "This is not the form that was shown.");
  const bytes = await readBytes(request, max);
  if (countUpTo(bytes, "&", MAX_FORM_FIELDS) >= MAX_FORM_FIELDS) throw tooManyFields();
  const form = new URLSearchParams(bytes.toString("utf8"));
  for (const name of form.keys()) checkName(name);
  return form;
}

/**
 * Reads a form with files (RFC 7578): `max` bytes plus room for part headers. Throws too_large,
 * unsupported_media_type, malformed_request.
 */
export async function readUpload(
  request: Request,
  max = MAX_UPLOAD_BYTES,
): Promise<Record<string, unknown>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (typeOf(request) !== "multipart/form-data")
    throw new AppError(
      "unsupported_media_type",
      "Send multipart/form-data with a field named file.",
    );
  const bytes = await readBytes(request, max + 16 * 1024);
  // Each part has one such header. No image contains these words that often.
  if (countUpTo(bytes, "Content-Disposition:", MAX_FORM_FIELDS + 1) > MAX_FORM_FIELDS)
    throw tooManyFields();
  const form = await new Response(new Uint8Array(bytes), { headers: { "Content-Type": type } })
    .formData()
    .catch(() => {
      throw new AppError("malformed_request", "The form cannot be read.");
    });
  for (const name of form.keys()) checkName(name);
  return Object.fromEntries(form);
}

const typeOf = (request: Request) =>
  request.headers.get("Content-Type")?.split(";", 1)[0]?.trim().toLowerCase();
const tooManyFields = () =>
  new AppError("malformed_request", `At most ${MAX_FORM_FIELDS} fields can be sent.`);

/** Counts occurrences of `word`, up to `most`. */
function countUpTo(bytes: Buffer, word: string, most: number): number {
  let count = 0;
  for (
    let at = bytes.indexOf(word);
    at !== -1 && count < most;
    at = bytes.indexOf(word, at + word.length)
  )
    count += 1;
  return count;
}

function checkName(name: string): void {
  const parts = name.length > LONGEST_FIELD_NAME ? [] : (name.match(NAME_PARTS) ?? []);
  if (parts.length === 0 || parts.length > MAX_FORM_LEVELS || !parts.every(isPart))
    throw new AppError("malformed_request", "The form has a field that it was not shown with.");
}

function isPart(part: string): boolean {
  if (!part.startsWith("[")) return !NO_FIELD.has(part);
  return (
    part.length <= 2 + String(HIGHEST_FORM_INDEX).length &&
    Number(part.slice(1, -1)) <= HIGHEST_FORM_INDEX
  );
}

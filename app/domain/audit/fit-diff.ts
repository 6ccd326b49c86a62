import { MAX_AUDIT_BYTES } from "~/contract/limits";

const TOO_LONG = ["too long to keep", "too long to keep"];
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? "");

/**
 * A change as stored in the audit log, at most 20 kB: of the longest fields only the names are
 * kept.
 */
export function fitDiff(diff: Record<string, unknown>): Record<string, unknown> {
  let bytes = bytesOf(diff);
  if (bytes <= MAX_AUDIT_BYTES) return diff;
  const longestFirst = Object.entries(diff)
    .map(([name, value]) => ({ name, saved: bytesOf(value) - bytesOf(TOO_LONG) }))
    .sort((one, other) => other.saved - one.saved);
  const fitted = { ...diff };
  for (const { name, saved } of longestFirst) {
    if (bytes <= MAX_AUDIT_BYTES) break;
    fitted[name] = TOO_LONG;
    bytes -= saved;
  }
  return bytes <= MAX_AUDIT_BYTES ? fitted : {};
}

import { Policy } from "~/contract/tenant";

export { Policy };

/** A stored policy with today's defaults for missing fields. */
export function readPolicy(stored: unknown): Policy {
  return Policy.parse(stored ?? {});
}

import { v7 } from "uuid";

/** A new id: UUIDv7 (RFC 9562), so that rows made one after another lie one after another in an index. */
export function newId(): string {
  return v7();
}

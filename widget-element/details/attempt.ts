/** An idempotent request that may be sent several times. */
export interface Attempt {
  body: string;
  idempotency_key: string;
}

/** The attempt for a body: equal content keeps its key, so a retry books once. */
export const attemptFor = (
  body: string,
  previous: Attempt | null,
  newKey: () => string,
): Attempt => (previous?.body === body ? previous : { body, idempotency_key: newKey() });

/** A random key. `randomUUID` requires https, and the host page may use http. */
export const randomKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

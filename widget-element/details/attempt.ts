/** One thing a visitor asks for, however often it has to be sent. */
export interface Attempt {
  body: string;
  idempotency_key: string;
}

/** The attempt for a body: the same content keeps its key, so that sending it again books once. */
export const attemptFor = (
  body: string,
  previous: Attempt | null,
  newKey: () => string,
): Attempt => (previous?.body === body ? previous : { body, idempotency_key: newKey() });

/** A random key. `randomUUID` exists on https pages alone, and the host's page may be http. */
export const randomKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** A Response with a JSON body that was written already. */
export function jsonResponse(status: number, json: string, headers: Record<string, string>): Response {
  return new Response(json, { status, headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } });
}

/** Makes an answer from a result and keeps it: one that is stored under an Idempotency-Key is asked for again when it is sent. */
export function once<T>(make: (result: unknown) => T): (result: unknown) => T {
  let made: { from: unknown; answer: T } | null = null;
  return (result) => {
    if (made === null || made.from !== result) made = { from: result, answer: make(result) };
    return made.answer;
  };
}

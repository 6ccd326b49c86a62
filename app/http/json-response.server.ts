/** The same in both builds of this module: the web process has its own beside that of the routes. */
const TEXT = Symbol.for("booking-service.json");

/** A Response with a JSON body that carries its text too: to read 30 KB back out of a body's stream costs as much as a query. */
export function jsonResponse(status: number, json: string, headers: Record<string, string>): Response {
  const init = { status, headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } };
  return Object.assign(new Response(json, init), { [TEXT]: json });
}

/** The body of a JSON answer as text; null for any other. */
export async function jsonOf(response: Response & { [TEXT]?: string }): Promise<string | null> {
  if (response[TEXT] !== undefined) return response[TEXT];
  return response.headers.get("Content-Type")?.startsWith("application/json") ? response.text() : null;
}

/** Makes an answer from a result and keeps it: one that is stored under an Idempotency-Key is asked for again when it is sent. */
export function once<T>(make: (result: unknown) => T): (result: unknown) => T {
  let made: { from: unknown; answer: T } | null = null;
  return (result) => {
    if (made === null || made.from !== result) made = { from: result, answer: make(result) };
    return made.answer;
  };
}

import { type Agent, request } from "node:http";

export interface JsonCall {
  method: string;
  key: string;
  body: unknown;
  headers?: Record<string, string>;
  /** Timeout in milliseconds. */
  timeout?: number;
}

export interface JsonAnswer<T> {
  status: number;
  body: T;
  headers: Record<string, string | string[] | undefined>;
}

/** Calls the API over HTTP through `agent`; rejects if no complete response arrives. */
export function callJson<T>(agent: Agent, url: URL, call: JsonCall): Promise<JsonAnswer<T>> {
  const { method, key, body, timeout } = call;
  const headers = {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    ...call.headers,
  };
  const signal = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers, signal }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("error", reject);
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const { statusCode = 0, headers: given } = incoming;
        try {
          resolve({
            status: statusCode,
            headers: given,
            body: JSON.parse(Buffer.concat(chunks).toString()) as T,
          });
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

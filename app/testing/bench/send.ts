import { type Agent, request } from "node:http";
import type { BenchRequest } from "./requests";

export interface Answer {
  status: number;
  etag: string | undefined;
  body: string;
}

export function send(
  agent: Agent,
  port: number,
  { method, path, headers, body }: BenchRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          etag: response.headers.etag,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

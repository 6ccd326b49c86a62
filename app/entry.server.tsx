import { PassThrough } from "node:stream";
import type { EntryContext } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { closeDatabase } from "~/lib/db.server";
import { log } from "~/lib/log.server";

export const streamTimeout = 10_000;

/** For the web process: lets go of what this build holds (its database pool) when the server has drained. */
export async function closeServer(): Promise<void> {
  await closeDatabase();
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
): Promise<Response> {
  // Robots and readers without JavaScript get the whole page at once.
  const whenReady = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let hasShell = false;
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={remixContext} url={request.url} />, {
      [whenReady]() {
        hasShell = true;
        const body = new PassThrough();
        headers.set("Content-Type", "text/html; charset=utf-8");
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
      onError(error: unknown) {
        if (hasShell) log.error({ err: error }, "a page failed while it was being sent");
      },
    });
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) log.error({ err: error, path: new URL(request.url).pathname }, "a page failed");
}

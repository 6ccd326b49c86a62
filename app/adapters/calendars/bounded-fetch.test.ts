import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { kindOf } from "~/testing/calendar-driver";
import { boundedFetch } from "./bounded-fetch.server";

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  endings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Expected a TCP address.");
  return `http://127.0.0.1:${address.port}/`;
}

test("a response over 16 MB is an error before it is read completely", async () => {
  let isClosed = false;
  const url = await serve((request, response) => {
    const megabytes = Number(request.url?.slice(1));
    response.on("close", () => (isClosed = !response.writableFinished));
    let sent = 0;
    const more = () => {
      while (sent++ < megabytes)
        if (!response.write("x".repeat(1024 * 1024))) return void response.once("drain", more);
      response.end();
    };
    more();
  });
  expect((await (await boundedFetch(`${url}15`, {})).text()).length).toBe(15 * 1024 * 1024);
  await expect(boundedFetch(`${url}100000`, {})).rejects.toThrow(
    "unavailable: the response is too large",
  );
  await expect.poll(() => isClosed).toBe(true);
});

test("redirects are not followed, because they would carry the token", async () => {
  let requests = 0;
  const other = await serve((_, response) => void response.end(String((requests += 1))));
  const url = await serve((_, response) => void response.writeHead(307, { Location: other }).end());
  expect(await kindOf(boundedFetch(url, { headers: { Authorization: "Bearer secret" } }))).toBe(
    "unavailable",
  );
  expect(requests).toBe(0);
});

test("can be aborted, and accepts a response without a body", async () => {
  const silent = await serve(() => undefined);
  const ending = new AbortController();
  const requests = boundedFetch(silent, { signal: ending.signal });
  ending.abort();
  expect(await kindOf(requests)).toBe("unavailable");
  const empty = await serve((_, response) => void response.writeHead(204).end());
  expect((await boundedFetch(empty, {})).status).toBe(204);
});

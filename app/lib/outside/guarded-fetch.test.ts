import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import {
  AnswerTooLong,
  guardedFetch,
  type GuardedRequest,
  RedirectRefused,
} from "./guarded-fetch.server";
import { networkAccess, SendError } from "./connect.server";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const REQUEST: GuardedRequest = { method: "GET", headers: {}, body: "", max_bytes: 1000 };
const { signal } = new AbortController();
const fetchFrom = (url: string, allow: string[], given: Partial<GuardedRequest> = {}) =>
  guardedFetch(new URL(url), { ...REQUEST, ...given }, networkAccess(allow), signal);
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error instanceof SendError ? error.kind : String(error)),
  );

test("a response has its final URL after redirects", async () => {
  const target = await serve((request, response) => {
    response.setHeader("ETag", '"1"').end(`${request.method} ${request.url}`);
  });
  const host = await serve((_, response) =>
    response.writeHead(301, { Location: `http://${target}/b?c=d` }).end(),
  );
  const answer = await fetchFrom(`http://${host}/`, [host, target]);
  expect(answer).toMatchObject({ status: 200, text: "GET /b?c=d" });
  expect([answer.url.href, answer.header("etag"), answer.header("X-None")]).toEqual([
    `http://${target}/b?c=d`,
    '"1"',
    null,
  ]);
});

test("a cross-origin redirect drops credentials, also when it returns", async () => {
  const sent: string[] = [];
  let other = "";
  const host = await serve(({ url, headers }, response) => {
    sent.push(`${url} ${headers.authorization ?? headers.cookie ?? "none"} ${headers.accept}`);
    if (url === "/end") return response.end();
    const location = url === "/" ? "/next" : `http://${other}/`;
    return response.writeHead(302, { Location: location }).end();
  });
  other = await serve(({ headers }, response) => {
    sent.push(`other ${headers.authorization ?? headers.cookie ?? "none"} ${headers.accept}`);
    response.writeHead(307, { Location: `http://${host}/end` }).end();
  });
  for (const [name, value] of Object.entries({ AUTHORIZATION: "Basic x", Cookie: "a=b" })) {
    sent.length = 0;
    await fetchFrom(`http://${host}/`, [host, other], { headers: { [name]: value, Accept: "a" } });
    expect(sent).toEqual([`/ ${value} a`, `/next ${value} a`, "other none a", "/end none a"]);
  }
});

test("a caller can refuse a redirect before anything is sent", async () => {
  let reached = 0;
  const other = await serve((_, response) => {
    reached++;
    response.end();
  });
  const host = await serve((_, response) =>
    response.writeHead(302, { Location: `http://${other}/` }).end(),
  );
  const may_follow = (to: URL) => to.host === host;
  await expect(fetchFrom(`http://${host}/`, [host, other], { may_follow })).rejects.toThrow(
    RedirectRefused,
  );
  expect(reached).toBe(0);
});

test("all hops share the call's timeout", async () => {
  const host = await serve((_, response) => {
    setTimeout(() => response.writeHead(302, { Location: "/again" }).end(), 80);
  });
  const network = { ...networkAccess([host]), total_ms: 200 };
  const call = guardedFetch(new URL(`http://${host}/`), REQUEST, network, signal);
  expect(await kindOf(call)).toBe("timeout");
});

test("a redirect into a private network is refused before anything is sent there", async () => {
  let reached = 0;
  const inside = await serve((_, response) => {
    reached++;
    response.end("secret");
  });
  const host = await serve((_, response) =>
    response.writeHead(302, { Location: `http://${inside}/` }).end(),
  );
  expect(await kindOf(fetchFrom(`http://${host}/`, [host]))).toBe("address_not_allowed");
  expect(await kindOf(fetchFrom(`http://${inside}/`, [host]))).toBe("address_not_allowed");
  expect(reached).toBe(0);
});

test("a relative redirect is followed, an endless one ends", async () => {
  let requests = 0;
  const host = await serve((request, response) => {
    requests++;
    if (request.url === "/there") return response.end("here");
    return response.writeHead(307, { Location: request.url === "/a" ? "there" : "/again" }).end();
  });
  expect((await fetchFrom(`http://${host}/a`, [host])).text).toBe("here");
  requests = 0;
  expect(await kindOf(fetchFrom(`http://${host}/again`, [host]))).toBe("invalid_response");
  expect(requests).toBe(6);
});

test("unsafe methods are not redirected", async () => {
  const host = await serve((_, response) => response.writeHead(307, { Location: "/there" }).end());
  expect((await fetchFrom(`http://${host}/a`, [host], { method: "PUT", body: "x" })).status).toBe(
    307,
  );
});

test("a response over the size limit is an error, one of exactly the limit is not", async () => {
  const host = await serve((request, response) =>
    response.end("x".repeat(Number(request.url?.slice(1)))),
  );
  expect((await fetchFrom(`http://${host}/1000`, [host])).text).toHaveLength(1000);
  await expect(fetchFrom(`http://${host}/1001`, [host])).rejects.toThrow(AnswerTooLong);
});

test("a compressed response is refused", async () => {
  const host = await serve((request, response) => {
    expect(request.headers["accept-encoding"]).toBeUndefined();
    response.setHeader("Content-Encoding", "gzip").end(gzipSync("x".repeat(1_000_000)));
  });
  expect(await kindOf(fetchFrom(`http://${host}/`, [host], { max_bytes: 5000 }))).toBe(
    "invalid_response",
  );
});

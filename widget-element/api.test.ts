import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createApi, searchOf, type Api } from "./api";
import { bookingStatus, post, wholeSchedule } from "./interactions/requests";
import { Refusal, type Problem } from "./shared/problem";
import type { Store } from "./store";

const query = {
  resource_ids: ["a", "b"],
  schedule_id: "s",
  from: "2027-01-01",
  to: "2027-01-31",
  tz: "Europe/Amsterdam",
  party_size: 2,
};
const servers: Server[] = [];

/** A local service that returns a fixed response and records the last request. */
async function serve(
  answer: (response: ServerResponse) => void,
): Promise<{ api: Api; store: Store; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    request.resume().on("end", () => answer(response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const api = createApi(`http://127.0.0.1:${port}/`, "pk_test_1", "c 1");
  const visit = { attempts: new Map(), schedules: new Map() };
  return { api, store: { api, settings: {}, visit } as unknown as Store, seen };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body));

const problemIn = (request: Promise<unknown>): Promise<Problem> =>
  request.then(
    () => expect.fail("was not refused"),
    (error: unknown) => (error as Refusal).problem,
  );

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("the calls", () => {
  it("read with the key in the URL, which avoids a CORS preflight", async () => {
    const { api, store, seen } = await serve(json(200, { days: [], schedules: [] }));
    await api.availability(query, new AbortController().signal);
    await api.config(query, new AbortController().signal);
    await wholeSchedule(store, "s");
    await bookingStatus(store, { session_id: "cs" });
    expect(seen.map(({ url }) => url)).toEqual([
      `/api/widget/availability?config_id=c+1&${searchOf(query)}&key=pk_test_1`,
      `/api/widget/config?include=availability&config_id=c+1&${searchOf(query)}&key=pk_test_1`,
      "/api/widget/config?schedule_id=s&key=pk_test_1",
      "/api/bookings/by-session?session_id=cs&key=pk_test_1",
    ]);
    // Beyond these headers a read from another site costs a preflight (Fetch Standard,
    // CORS-safelisted request-header).
    const simple = /^(accept|accept-language|accept-encoding|connection|host|user-agent|sec-.*)$/;
    for (const { headers } of seen)
      expect(Object.keys(headers).filter((name) => !simple.test(name))).toEqual([]);
    expect(new URLSearchParams(searchOf(query)).getAll("resource_id")).toEqual(["a", "b"]);
  });

  it("post bookings with their idempotency key", async () => {
    const { store, seen } = await serve(json(201, { booking: {} }));
    expect(await post(store, "booking", {})).toEqual({ booking: {} });
    expect(seen[0]).toMatchObject({ method: "POST", url: "/api/widget/booking" });
    expect(seen[0]?.headers).toMatchObject({
      "x-publishable-key": "pk_test_1",
      "idempotency-key": expect.stringMatching(/^[\w-]{32,36}$/) as string,
      "content-type": "application/json",
    });
  });
});

describe("an empty response", () => {
  it("is accepted on 204", async () => {
    const { store } = await serve((response) => void response.writeHead(204).end());
    expect(await post(store, "hold/release", {})).toBeNull();
  });
});

describe("errors", () => {
  it("are parsed from the response", async () => {
    const refusal = json(
      429,
      { error: { code: "rate_limited", message: "Wait." } },
      { "retry-after": "7" },
    );
    const { store } = await serve(refusal);
    expect(await problemIn(post(store, "booking", {}))).toMatchObject({
      kind: "busy",
      message: "Wait.",
      retry_after_seconds: 7,
    });
  });

  it("are handled if the response is a page", async () => {
    const { store } = await serve(
      (response) => void response.writeHead(502).end("<h1>Bad gateway</h1>"),
    );
    expect(await problemIn(post(store, "booking", {}))).toMatchObject({
      kind: "failed",
      code: "http_502",
    });
  });

  it("are unreachable errors without a response", async () => {
    const { store } = await serve((response) => void response.destroy());
    expect(await problemIn(post(store, "booking", {}))).toMatchObject({
      kind: "unreachable",
      code: "unreachable",
    });
  });

  it("are the signal's reason after an abort", async () => {
    const { api } = await serve(json(200, {}));
    const giving_up = new AbortController();
    giving_up.abort();
    await expect(api.availability(query, giving_up.signal)).rejects.not.toBeInstanceOf(Refusal);
  });
});

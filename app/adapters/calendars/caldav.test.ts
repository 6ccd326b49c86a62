// Behaviour of other servers that those of caldav.thorough.test.ts don't show.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hour, ics } from "~/testing/calendar-files";
import {
  type CalendarProvider,
  CalendarError,
  type CalendarSecret,
  type ReadRequest,
  type WantedEvent,
} from "./port";

type Answer = { status: number; body?: string; headers?: Record<string, string> };
let servers: Server[];
let hosts: string[];
let provider: CalendarProvider;
let requests: string[] = [];
let answer: (request: IncomingMessage & { text: string }) => Answer;

beforeAll(async () => {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      requests.push(`${request.method} ${request.headers.host} ${request.url}`);
      const { status, body = "", headers = {} } = answer(Object.assign(request, { text }));
      response.writeHead(status, headers).end(body);
    });
  };
  servers = [
    createServer(listener).listen(0, "127.0.0.1"),
    createServer(listener).listen(0, "127.0.0.1"),
  ];
  await Promise.all(servers.map((server) => once(server, "listening")));
  hosts = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("CALENDAR_ALLOW_HOSTS", hosts.join());
  ({ caldavProvider: provider } = await import("./caldav.server"));
});
afterAll(() => {
  vi.unstubAllEnvs();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  requests = [];
});

const secret = (server_url = `http://${hosts[0]}`): CalendarSecret => ({
  kind: "password",
  server_url,
  username: "anna",
  password: "secret",
});
const calendar = () => ({ external_id: `http://${hosts[0]}/cal/`, time_zone: "Europe/Berlin" });
const multistatus = (...responses: string[]): Answer => ({
  status: 207,
  body: `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join("")}</multistatus>`,
});
const response = (href: string, props: string) =>
  `<response><href>${href}</href><propstat><prop>${props}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error instanceof CalendarError ? error.kind : String(error)),
  );
const read = (cursor: string | null, page: string | null = null) => {
  const window = { from: new Date("2027-01-01T00:00:00Z"), to: new Date("2028-02-01T00:00:00Z") };
  const request: ReadRequest = { window, cursor, page, tentative_is_busy: true };
  return provider.read(secret(), calendar(), request);
};
const cursor = (token = "t1") => JSON.stringify({ token, tag: null, own: [] });

describe("the calendars of an account", () => {
  const calendarProps = `<resourcetype><collection/><C:calendar/></resourcetype><displayname>Anna &amp; Ben</displayname>
    <current-user-privilege-set><privilege><read/></privilege><privilege><write/></privilege></current-user-privilege-set>
    <C:calendar-timezone>BEGIN:VCALENDAR&#13;
BEGIN:VTIMEZONE&#13;
TZID:Europe/Paris&#13;
END:VTIMEZONE</C:calendar-timezone>`;
  test("are found through the well-known URL", async () => {
    answer = ({ url }) => {
      if (url === "/.well-known/caldav") return { status: 301, headers: { Location: "/start" } };
      if (url === "/start")
        return multistatus(
          response("/start", "<current-user-principal><href>/p/</href></current-user-principal>"),
        );
      if (url === "/p/")
        return multistatus(
          response(
            "/p/",
            `<C:calendar-home-set><href>http://${hosts[0]}/home/</href></C:calendar-home-set>`,
          ),
        );
      const tasks = calendarProps.replace(
        "<displayname>",
        '<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set><displayname>',
      );
      return multistatus(
        response("/home/", "<resourcetype><collection/></resourcetype>"),
        response("/home/a/", calendarProps),
        response("/home/tasks/", tasks),
        response("/home/b/", calendarProps.replace("<write/>", "<read-acl/>")),
      );
    };
    expect(await provider.listCalendars(secret())).toEqual([
      {
        external_id: `http://${hosts[0]}/home/a/`,
        name: "Anna & Ben",
        time_zone: "Europe/Paris",
        can_write: true,
        is_primary: true,
      },
      {
        external_id: `http://${hosts[0]}/home/b/`,
        name: "Anna & Ben",
        time_zone: "Europe/Paris",
        can_write: false,
        is_primary: false,
      },
    ]);
  });

  describe("the password is sent only to the server it was entered for", () => {
    const principal = (href: string) =>
      multistatus(
        response("/", `<current-user-principal><href>${href}</href></current-user-principal>`),
      );
    const elsewhere = (path: string) => `http://${hosts[1]}${path}`;
    const outcome = () =>
      provider.listCalendars(secret()).then(
        () => null,
        (error: unknown) => error,
      );
    test.each<[string, (url: string) => Answer]>([
      ["a redirect", () => ({ status: 301, headers: { Location: elsewhere("/start") } })],
      ["a principal", () => principal(elsewhere("/p/"))],
      [
        "a home of calendars",
        (url) =>
          url === "/p/"
            ? multistatus(
                response(
                  "/p/",
                  `<C:calendar-home-set><href>${elsewhere("/home/")}</href></C:calendar-home-set>`,
                ),
              )
            : principal("/p/"),
      ],
    ])("%s on another host is reported without a request", async (_, at) => {
      answer = ({ url = "" }) => at(url);
      expect(await outcome()).toMatchObject({ kind: "other_host", host: hosts[1] });
      expect(requests.filter((line) => line.includes(hosts[1]!))).toEqual([]);
    });
    test("a calendar on another host is not listed, read or written", async () => {
      answer = () => multistatus();
      const other = { external_id: elsewhere("/cal/"), time_zone: "UTC" };
      const window = { from: new Date(0), to: new Date(1) };
      const request = { window, cursor: null, page: null, tentative_is_busy: true };
      const known = { external_id: "/cal/a.ics", etag: null };
      const event = { id: "0".repeat(32) } as WantedEvent; // refused before anything else of it is read
      const calls = [
        provider.read(secret(), other, request),
        provider.deleteEvent(secret(), other, known),
        provider.findEvent(secret(), other, "/cal/a.ics"),
        provider.putEvent(
          secret(),
          other,
          {
            ...event,
            starts_at: new Date(0),
            ends_at: new Date(1),
            sequence: 0,
            title: "",
            description: null,
            location: null,
            url: null,
            booking_id: "",
          },
          null,
        ),
      ];
      expect(await Promise.all(calls.map(kindOf))).toEqual(calls.map(() => "other_host"));
      expect(requests).toEqual([]);
    });
    test.each([
      ["https://caldav.icloud.com", "https://p42-caldav.icloud.com/1/", true],
      ["https://caldav.icloud.com", "https://icloud.com.evil.example/", false],
      ["https://caldav.icloud.com", "https://evilicloud.com/", false],
      ["https://caldav.icloud.com", "http://p42-caldav.icloud.com/", false],
      ["https://caldav.icloud.com", "https://p42-caldav.icloud.com:8443/", false],
      ["https://dav.example.com", "https://p42-caldav.icloud.com/", false],
      ["https://dav.example.com", "https://example.com/", false],
      ["https://dav.example.com", "https://dav.example.com:8443/", false],
      ["https://dav.example.com", "https://dav.example.com/a", true],
    ])("%s and %s: %s", async (server, url, is) => {
      const { isSameServer } = await import("./dav-call.server");
      expect(isSameServer(new URL(server), new URL(url))).toBe(is);
    });
  });

  test("a server in a private network is not contacted", async () => {
    expect(await kindOf(provider.listCalendars(secret("https://169.254.169.254")))).toBe(
      "address_not_allowed",
    );
  });
  test("a refused password is sent once", async () => {
    answer = () => ({ status: 401, headers: { "WWW-Authenticate": 'Basic realm="x"' } });
    expect(await kindOf(provider.listCalendars(secret()))).toBe("reconnect");
    expect(requests).toHaveLength(1);
  });
  test("a server without Basic authentication is reported as such", async () => {
    answer = () => ({
      status: 401,
      headers: { "WWW-Authenticate": 'Digest realm="x", nonce="1"' },
    });
    await expect(provider.listCalendars(secret())).rejects.toThrow(/refused.*Basic/);
  });
  test("a website without CalDAV is not found", async () => {
    answer = ({ url }) => ({ status: url === "/" ? 405 : 404 });
    expect(await kindOf(provider.listCalendars(secret(`http://${hosts[0]}/blog`)))).toBe(
      "not_found",
    );
    expect(requests.map((line) => line.split(" ")[2])).toEqual([
      "/blog",
      "/.well-known/caldav",
      "/",
    ]);
  });
  test("a truncated response is an error", async () => {
    answer = () => ({ status: 207, body: '<multistatus xmlns="DAV:"><response><href>/</href>' });
    expect(await kindOf(provider.listCalendars(secret()))).toBe("unavailable");
  });
});

describe("changes", () => {
  const token = (value: string) => `<sync-token>${value}</sync-token>`;
  const notFoundResponse = (href: string) =>
    `<response><href>${href}</href><status>HTTP/1.1 404 Not Found</status></response>`;
  const data = (href: string, uid: string) =>
    response(
      href,
      `<getetag>"1"</getetag><C:calendar-data>${ics(uid, ...hour("20270104"))}</C:calendar-data>`,
    );

  test("truncated by the server continue from the new token", async () => {
    answer = ({ text }) => {
      if (text.includes("multiget"))
        return multistatus(
          ...[...text.matchAll(/<d:href>([^<]+)/g)].map(([, href = ""]) => data(href, href)),
        );
      return text.includes(">t1<")
        ? multistatus(
            response("/cal/a.ics", "<getetag>1</getetag>"),
            "<response><href>/cal/</href><status>HTTP/1.1 507 Insufficient Storage</status></response>",
            token("t2"),
          )
        : multistatus(notFoundResponse("/cal/b.ics"), token("t3"));
    };
    const first = await read(cursor());
    expect(first).toMatchObject({ events: [{ external_id: "/cal/a.ics" }], cursor: null });
    expect(await read(cursor(), first.page)).toMatchObject({
      events: [],
      removed: ["/cal/b.ics"],
      page: null,
      cursor: cursor("t3"),
    });
  });

  test("equivalent paths identify the same event", async () => {
    answer = ({ text }) =>
      text.includes("multiget")
        ? multistatus(data("/cal/a@b%20c.ics", "a"))
        : multistatus(response("/cal/a%40b%20c.ics", "<getetag>1</getetag>"), token("t2"));
    expect((await read(cursor())).events).toMatchObject([{ external_id: "/cal/a%40b%20c.ics" }]);
  });

  test("an event missing in the response is an error, not free time", async () => {
    answer = ({ text }) =>
      text.includes("multiget")
        ? multistatus()
        : multistatus(response("/cal/a.ics", ""), token("t2"));
    expect(await kindOf(read(cursor()))).toBe("unavailable");
  });

  test("an event deleted between listing and reading is gone", async () => {
    answer = ({ text }) =>
      text.includes("multiget")
        ? multistatus(notFoundResponse("/cal/a.ics"))
        : multistatus(response("/cal/a.ics", ""), token("t2"));
    expect(await read(cursor())).toMatchObject({ events: [], removed: ["/cal/a.ics"] });
  });

  test("files of other folders and hosts are ignored", async () => {
    answer = ({ text }) => {
      expect(text).not.toContain("multiget");
      return multistatus(
        response("/cal/sub/a.ics", ""),
        response("/other/a.ics", ""),
        response("http://10.0.0.1/cal/a.ics", ""),
        notFoundResponse("/cal/"),
        token("t2"),
      );
    };
    expect(await read(cursor())).toEqual({
      events: [],
      removed: [],
      page: null,
      cursor: cursor("t2"),
    });
  });

  test("without a new token lead to a full read", async () => {
    answer = () => multistatus();
    expect(await kindOf(read(cursor()))).toBe("cursor_gone");
  });

  test.each([
    [403, "cursor_gone"],
    [409, "cursor_gone"],
    [500, "cursor_gone"],
    [401, "reconnect"],
    [404, "not_found"],
    [429, "rate_limited"],
    [503, "unavailable"],
    [200, "unavailable"],
  ])("answered by %i is %s", async (status, kind) => {
    answer = () => ({ status });
    expect(await kindOf(read(cursor()))).toBe(kind);
  });
});

describe("one of our events", () => {
  const booking_id = "0190a1b2-0000-7000-8000-000000000001";
  const wanted: WantedEvent = {
    booking_id,
    id: "0".repeat(32),
    time_zone: "Europe/Berlin",
    title: "Cut\rDTSTART:20300101T000000Z",
    description: null,
    location: null,
    url: null,
    sequence: 0,
    starts_at: new Date("2027-01-05T09:00:00Z"),
    ends_at: new Date("2027-01-05T10:00:00Z"),
  };
  test("gets its ETag by a separate request if the response has none", async () => {
    let stored = "";
    answer = ({ method, text }) => {
      if (method === "PUT") {
        stored = text;
        return { status: 201 };
      }
      return stored === ""
        ? { status: 404 }
        : { status: 200, body: stored, headers: { ETag: '"asked"' } };
    };
    expect(await provider.putEvent(secret(), calendar(), wanted, null)).toEqual({
      external_id: `/cal/${wanted.id}.ics`,
      etag: '"asked"',
    });
    // Typed text stays within one property.
    expect(stored.match(/^DTSTART/gm)).toHaveLength(1);
    expect(requests.map((line) => line.split(" ")[0])).toEqual(["GET", "PUT", "GET"]);
  });
  test("keeps additions by people and programs, and drops outdated properties", async () => {
    let stored = "";
    answer = ({ method, text }) => {
      if (method === "PUT") stored = text;
      return method === "PUT"
        ? { status: 204, headers: { ETag: `"${stored.length}"` } }
        : { status: stored === "" ? 404 : 200, body: stored, headers: { ETag: '"found"' } };
    };
    const first = await provider.putEvent(secret(), calendar(), wanted, null);
    const added = [
      "COLOR:tomato",
      "CLASS:PRIVATE",
      "TRANSP:TRANSPARENT",
      "CATEGORIES:Work,Regulars",
      "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-PT45M",
      "END:VALARM",
    ];
    stored = stored
      .replace("END:VEVENT", `${added.join("\r\n")}\r\nEND:VEVENT`)
      .replace(/^SEQUENCE:.*$/m, "SEQUENCE:7\r")
      .replace("BEGIN:VEVENT", "X-WR-CALNAME:Anna\r\nBEGIN:VEVENT");
    const moved = {
      ...wanted,
      starts_at: new Date("2027-01-06T09:00:00Z"),
      ends_at: new Date("2027-01-06T10:00:00Z"),
      location: "Room 2",
    };
    await provider.putEvent(secret(), calendar(), moved, { ...first, etag: '"found"' });
    for (const line of [...added, "X-WR-CALNAME:Anna", "SEQUENCE:7", "LOCATION:Room 2"])
      expect(stored).toContain(line);
    expect(stored).toContain("DTSTART:20270106T090000Z");
    expect(stored.match(/^(DTSTART|DTEND|SUMMARY|X-BOOKING-ID)/gm)).toHaveLength(4);
    await provider.putEvent(secret(), calendar(), { ...moved, location: null }, first);
    expect(stored).not.toContain("LOCATION");
    expect(stored).toContain("TRIGGER:-PT45M");
    // With DURATION and a custom zone, it gets an end in UTC again.
    stored = stored
      .replace(/^DTSTART.*$/m, "DTSTART;TZID=Europe/Berlin:20270107T090000\r")
      .replace(/^DTEND.*$/m, "DURATION:PT2H\r");
    await provider.putEvent(secret(), calendar(), wanted, { ...first, etag: '"found"' });
    expect(stored).toContain("DTSTART:20270105T090000Z");
    expect(stored).toContain("DTEND:20270105T100000Z");
    expect(stored).not.toMatch(/^DURATION/m);
  });
  test("created concurrently by another request is a conflict", async () => {
    answer = ({ method, headers }) => ({
      status: method === "GET" ? 404 : headers["if-none-match"] === "*" ? 412 : 201,
    });
    expect(await kindOf(provider.putEvent(secret(), calendar(), wanted, null))).toBe("conflict");
  });
  test("forbidden by the server is refused without missing_scope", async () => {
    answer = ({ method }) => ({ status: method === "GET" ? 404 : 403 });
    expect(await kindOf(provider.putEvent(secret(), calendar(), wanted, null))).toBe("refused");
  });
  test("whose id exists in another file is a conflict, even as 207", async () => {
    answer = ({ method }) => (method === "GET" ? { status: 404 } : multistatus());
    expect(await kindOf(provider.putEvent(secret(), calendar(), wanted, null))).toBe("conflict");
  });
});

import { expect, test } from "vitest";
import { readMultistatus } from "./multistatus";

const xml = (inner: string) =>
  `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${inner}</multistatus>`;
const response = (href: string, props: string) =>
  `<response><href>${href}</href><propstat><prop>${props}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
const calendar = "<resourcetype><collection/><C:calendar/></resourcetype>";
const read = (inner: string, most = 10, calendars_only = false) =>
  readMultistatus({ xml: xml(inner), most, calendars_only });

test("counts resources beyond the limit and ignores other kinds", () => {
  const all = Array.from({ length: 15 }, (_, index) => response(`/${index}/`, calendar)).join("");
  const others = response("/", "<resourcetype><collection/></resourcetype>") + response("/x", "");
  const found = read(others + all, 10, true);
  expect(found).toMatchObject({ left_out: 5 });
  expect(found?.resources.map(({ href }) => href)).toEqual(
    Array.from({ length: 10 }, (_, index) => `/${index}/`),
  );
  expect(read(others + all, 10)).toMatchObject({ left_out: 7 });
});

test("truncates long properties and drops unrequested ones", () => {
  const long = "x".repeat(30_000);
  const found = read(
    response(
      "/a",
      `<displayname>${long}</displayname><unknown>${long}</unknown><C:calendar-data>${long}</C:calendar-data>
       <C:calendar-home-set>${"<href>/home/</href>".repeat(100)}</C:calendar-home-set>`,
    ) + response(`/${long}`, ""),
  );
  expect(found?.resources).toHaveLength(1);
  expect(found?.resources[0]?.texts["DAV:displayname"]).toHaveLength(200);
  expect(found?.resources[0]?.texts["C:calendar-data"]).toHaveLength(30_000);
  expect(found?.resources[0]?.hrefs["C:calendar-home-set"]).toHaveLength(50);
  expect(JSON.stringify(found).length).toBeLessThan(35_000);
});

test("ignores properties with status 404", () => {
  const found = read(
    `<response><href>/a</href><propstat><prop>${calendar}</prop><status>HTTP/1.1 404 Not Found</status></propstat><status>HTTP/1.1 410 Gone</status></response>`,
  );
  expect(found?.resources).toMatchObject([{ status: 410, is_calendar: false }]);
  expect(readMultistatus({ xml: "<html/>", most: 1, calendars_only: false })).toBeNull();
});

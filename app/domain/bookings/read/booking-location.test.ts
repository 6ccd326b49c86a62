import { expect, test } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { describeLocation, locationOf, type Place } from "./booking-location";
import { locationWords } from "./location-words";

const url = "https://meet.example/room";
const room = () => url;
const at = (kind: Place["kind"], text: string | null = null, address: Place["address"] = null) =>
  locationOf({ kind, text, address }, room);

test("each kind of location has a text, and a link if it can be joined", () => {
  const address = {
    line1: "Linden Lane 1",
    line2: null,
    postal_code: "1011 AB",
    city: "Amsterdam",
    country: null,
  };
  expect(at("here", null, address)).toEqual({
    kind: "here",
    text: "Linden Lane 1, 1011 AB Amsterdam",
    url: null,
  });
  expect(at("here", null, {})).toEqual({ kind: "here", text: null, url: null });
  expect(at("address", "Harbour 3")).toEqual({ kind: "address", text: "Harbour 3", url: null });
  expect(at("phone")).toEqual({ kind: "phone", text: null, url: null });
  expect(at("video_url", "https://video.example/a?b=1")).toEqual({
    kind: "video_url",
    text: null,
    url: "https://video.example/a?b=1",
  });
  expect(at("jitsi")).toEqual({ kind: "jitsi", text: null, url });
  expect(at("online_meeting")).toEqual({ kind: "online_meeting", text: null, url: null });
  const meeting_url = "https://meet.google.com/abc";
  const met = { kind: "online_meeting", text: null, address: null, meeting_url } as const;
  expect(locationOf(met, room)?.url).toBe(meeting_url);
  expect(locationOf({ ...met, meeting_url: "javascript:alert(1)" }, room)?.url).toBeNull();
  for (const empty of [null, undefined]) expect(locationOf(empty, room)).toBeNull();
});

test.each([
  "javascript:alert(1)",
  "http://video.example/",
  "data:text/html,x",
  "video.example",
  "",
  null,
])("a stored %s is never used as a link", (text) =>
  expect(at("video_url", text)).toMatchObject({ url: null }),
);

test("a room is derived only for a booking that takes place in one", () => {
  const fail = () => {
    throw new Error("A room was derived.");
  };
  for (const kind of ["here", "address", "phone", "video_url", "online_meeting"] as const)
    expect(locationOf({ kind, text: null, address: null }, fail)).toMatchObject({ url: null });
  expect(locationOf(null, fail)).toBeNull();
});

test("links are normalized, so that they cannot break out of attributes or lines", () => {
  expect(at("video_url", 'https://video.example/"><b>\r\nX: y')?.url).toBe(
    "https://video.example/%22%3E%3Cb%3EX:%20y",
  );
});

test("texts: the address, who calls whom, or a call with its link; none without an address", () => {
  const words = { video_call: "Video", phone_call: "We call you" };
  expect(describeLocation(at("address", "Harbour 3"), null, words)).toEqual({
    text: "Harbour 3",
    url: null,
  });
  expect(describeLocation(at("here", null, {}), null, words)).toBeNull();
  expect(describeLocation(at("phone"), null, words)?.text).toBe("We call you");
  expect(describeLocation(at("phone"), "+31 6 1", words)?.text).toContain("We call you: ");
  expect(describeLocation(at("phone"), "+31 6 1", words)?.text).toContain("+31 6 1");
  expect(describeLocation(at("jitsi"), "+31 6 1", words)).toEqual({ text: "Video", url });
  expect(describeLocation(null, "+31 6 1", words)).toBeNull();
});

test("each language has separate texts for guests and for staff", () => {
  const english = locationWords("en", "guest");
  for (const locale of LOCALES.filter((one) => one !== "en")) {
    expect(locationWords(locale, "guest").video_call, locale).not.toBe(english.video_call);
    expect(locationWords(locale, "guest").phone_call, locale).not.toBe(
      locationWords(locale, "staff").phone_call,
    );
  }
});

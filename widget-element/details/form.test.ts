import { describe, expect, it, test } from "vitest";
import { partySize, type Details } from "../shared/details";
import type { Question } from "../wire";
import { bookingBody, checkDetails, placeIssues, waitingBody, withoutRefused } from "./form";

const questions: Question[] = [
  { id: "first", label: "First visit?", type: "checkbox", required: false, sensitive: false },
  {
    id: "length",
    label: "Hair length",
    type: "select",
    required: true,
    options: ["Short", "Long"],
    sensitive: false,
  },
  { id: "terms", label: "I agree", type: "consent", required: true, sensitive: false },
  {
    id: "wishes",
    label: "Wishes",
    type: "multiselect",
    required: false,
    options: ["Tea", "Quiet"],
    sensitive: false,
  },
  { id: "age", label: "Age", type: "number", required: false, sensitive: false },
  { id: "born", label: "Born on", type: "date", required: false, sensitive: true },
  { id: "mobile", label: "Mobile", type: "phone", required: false, sensitive: false },
  { id: "site", label: "Website", type: "url", required: false, sensitive: false },
];
const requirements = { questions, phone: "optional", notes: "optional", terms: false } as const;
const complete: Details = {
  name: " Ada Lovelace ",
  email: "ada@example.com",
  party_size: "1",
  "answer-length": "Long",
  "answer-terms": true,
};

describe("checking the form", () => {
  const table: [string, Details, [string, string][]][] = [
    ["a complete form is fine", {}, []],
    ["a name of spaces is missing", { name: "  " }, [["name", "required"]]],
    ["an e-mail address is needed", { email: "" }, [["email", "required"]]],
    ["an e-mail address has an at sign", { email: "ada.example.com" }, [["email", "email"]]],
    ["an e-mail address has a domain", { email: "ada@localhost" }, [["email", "email"]]],
    ["an e-mail address may have spaces around it", { email: " ada@example.com " }, []],
    [
      "a required question wants an answer",
      { "answer-length": "" },
      [["answer-length", "required"]],
    ],
    [
      "a required tick wants to be ticked",
      { "answer-terms": false },
      [["answer-terms", "consent"]],
    ],
    ["a phone number has digits", { phone: "call me" }, [["phone", "phone"]]],
    ["a phone number may have spaces and signs", { phone: "+31 (0)6 12-34.56" }, []],
    ["a phone number may be pasted", { phone: "\u202a+31\u00a06\u201112345678\u202c" }, []],
    ["a phone number may have Arabic digits", { phone: "+٣١٦١٢٣٤٥٦٧٨" }, []],
    ["an e-mail address may be pasted", { email: "ada@example.com\u200b" }, []],
    ["an e-mail address may have a domain of any script", { email: "ada@münchen.example" }, []],
    ["a name is no link", { name: "Win at https://evil.example" }, [["name", "name"]]],
    ["a name of marks alone is none", { name: "\u200b" }, [["name", "name"]]],
    ["a name may be of any script", { name: "Núñez-O’Brien 王" }, []],
    ["a number may have Arabic digits", { "answer-age": "١٢٫٥" }, []],
    [
      "a number to call has its country",
      { "answer-mobile": "0612345678" },
      [["answer-mobile", "phone"]],
    ],
    ["a number may have a comma", { "answer-age": "12,5" }, []],
    ["a number is no word", { "answer-age": "twelve" }, [["answer-age", "number"]]],
    ["a date has its form", { "answer-born": "1 May" }, [["answer-born", "date"]]],
    ["a number to call has digits", { "answer-mobile": "x" }, [["answer-mobile", "phone"]]],
    ["a web address has a domain", { "answer-site": "example" }, [["answer-site", "url"]]],
    ["a web address may lack its scheme", { "answer-site": "example.com" }, []],
    ["an answer that may be left out may be empty", { "answer-wishes": [] }, []],
  ];
  it.each(table)("%s", (_, own, wrong) => {
    expect([...checkDetails({ ...complete, ...own }, requirements)]).toEqual(wrong);
  });

  it("requires the configured fields and the terms", () => {
    const more = { ...requirements, phone: "required", notes: "required", terms: true } as const;
    expect([...checkDetails(complete, more)]).toEqual([
      ["phone", "required"],
      ["notes", "required"],
      ["terms", "consent"],
    ]);
  });

  it("ignores fields that are not configured", () => {
    const less = { questions: [], phone: "off", notes: "off", terms: false } as const;
    expect([...checkDetails({ ...complete, phone: "x" }, less)]).toEqual([]);
  });

  it("parses the party size", () => {
    expect(["3", "", "x", "1.5"].map((party_size) => partySize({ party_size }))).toEqual([
      3,
      1,
      NaN,
      NaN,
    ]);
  });
});

test("drops rejected optional fields and keeps required ones", () => {
  const details = { ...complete, name: "www.evil.example", phone: "call me", "answer-age": "x" };
  const errors = new Map(["name", "phone", "answer-age"].map((field) => [field, "No."]));
  expect(withoutRefused(details, errors, requirements)).toEqual({
    ...details,
    phone: "",
    "answer-age": "",
  });
  expect(withoutRefused(details, errors, { ...requirements, phone: "required" }).phone).toBe(
    "call me",
  );
  expect(withoutRefused(details, new Map(), requirements)).toEqual(details);
});

describe("the booking request", () => {
  const circumstances = {
    wanted: { slot_id: "slot" },
    questions,
    locale: "en-GB",
    time_zone: "Europe/Amsterdam",
    kinds: [],
    return_url: null,
  };
  const sent = (own: Details, more = {}) =>
    JSON.parse(JSON.stringify(bookingBody({ ...complete, ...own }, { ...circumstances, ...more })));

  it("omits empty fields", () => {
    expect(sent({ phone: " ", notes: "" })).toEqual({
      slot_id: "slot",
      party_size: 1,
      customer: {
        name: "Ada Lovelace",
        email: "ada@example.com",
        locale: "en-GB",
        time_zone: "Europe/Amsterdam",
      },
      answers: [
        { question_id: "length", value: "Long" },
        { question_id: "terms", value: true },
      ],
      website: "",
    });
  });

  it("sends several checkboxes as a list and numbers with a decimal point", () => {
    const { answers } = sent({ "answer-wishes": ["Tea", "Quiet"], "answer-age": "12,5" });
    expect(answers).toContainEqual({ question_id: "wishes", value: ["Tea", "Quiet"] });
    expect(answers).toContainEqual({ question_id: "age", value: "12.5" });
  });

  it("includes consents, hold and verification", () => {
    const more = { hold_token: "h", verification_token: "v", config_id: "c" };
    expect(sent({ terms: true, payment: "later" }, more)).toMatchObject({
      ...more,
      terms_accepted: true,
      pay_later: true,
    });
  });

  it("sends only contact details for the waiting list", () => {
    expect(
      JSON.parse(
        JSON.stringify(
          waitingBody(complete, "slot", { ...circumstances, verification_token: "v" }),
        ),
      ),
    ).toEqual({
      slot_id: "slot",
      party_size: 1,
      customer: {
        name: "Ada Lovelace",
        email: "ada@example.com",
        locale: "en-GB",
        time_zone: "Europe/Amsterdam",
      },
      verification_token: "v",
    });
  });

  it("includes the input", () => {
    const body = sent(
      { phone: "+31 6 1", notes: " Hi ", website: "http://spam" },
      { return_url: "https://shop/thanks" },
    );
    expect(body).toMatchObject({
      notes: "Hi",
      website: "http://spam",
      return_url: "https://shop/thanks",
    });
    expect(body.customer.phone).toBe("+31 6 1");
  });
});

describe("mapping the service's issues", () => {
  const place = (...paths: string[]) =>
    Object.fromEntries(
      placeIssues(
        paths.map((path) => ({ path, code: "invalid", message: `About ${path}.` })),
        complete,
        questions,
      ),
    );

  it.each([
    ["customer.email", "email"],
    ["customer.phone", "phone"],
    ["notes", "notes"],
    ["terms_accepted", "terms"],
    ["answers.0.value", "answer-length"],
    ["answers.1", "answer-terms"],
    ["answers.terms", "answer-terms"],
  ])("%s belongs to field %j", (path, field) =>
    expect(place(path)).toEqual({ [field]: `About ${path}.` }),
  );

  it("drops those that a visitor cannot fix", () => {
    expect(place("slot_id", "return_url", "website", "customer.locale", "answers.7.value")).toEqual(
      {},
    );
  });
});

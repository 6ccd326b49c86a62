import { describe, expect, it } from "vitest";
import { bookingBody, checkDetails, partySize, placeIssues, type Details } from "./details";
import type { Question } from "./wire";

const questions: Question[] = [
  { id: "first", label: "First visit?", type: "checkbox", required: false },
  { id: "length", label: "Hair length", type: "select", required: true, options: ["Short", "Long"] },
  { id: "terms", label: "I agree", type: "checkbox", required: true },
];
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
    ["a required question wants an answer", { "answer-length": "" }, [["answer-length", "required"]]],
    ["a required tick wants to be ticked", { "answer-terms": false }, [["answer-terms", "required"]]],
    ["a party is at least one", { party_size: "0" }, [["party_size", "party_size"]]],
    ["a party is at most the limit", { party_size: "5" }, [["party_size", "party_size"]]],
    ["a party is a whole number", { party_size: "1.5" }, [["party_size", "party_size"]]],
    ["a party up to the limit is fine", { party_size: "4" }, []],
  ];
  it.each(table)("%s", (_, own, wrong) => {
    expect([...checkDetails({ ...complete, ...own }, questions, 4)]).toEqual(wrong);
  });

  it("reads the size of the party", () => {
    expect(["3", "", "x", "1.5"].map((party_size) => partySize({ party_size }))).toEqual([3, 1, NaN, NaN]);
  });
});

describe("the booking to ask for", () => {
  const circumstances = {
    slot_id: "slot",
    questions,
    locale: "en-GB",
    time_zone: "Europe/Amsterdam",
    return_url: null,
  };
  const sent = (own: Details, more = {}) =>
    JSON.parse(JSON.stringify(bookingBody({ ...complete, ...own }, { ...circumstances, ...more })));

  it("leaves out what was left empty", () => {
    expect(sent({ phone: " ", notes: "" })).toEqual({
      slot_id: "slot",
      party_size: 1,
      customer: { name: "Ada Lovelace", email: "ada@example.com", locale: "en-GB", time_zone: "Europe/Amsterdam" },
      answers: [
        { question_id: "length", value: "Long" },
        { question_id: "terms", value: true },
      ],
      website: "",
    });
  });

  it("carries what was typed", () => {
    const body = sent(
      { phone: "+31 6 1", notes: " Hi ", website: "http://spam" },
      { return_url: "https://shop/thanks" },
    );
    expect(body).toMatchObject({ notes: "Hi", website: "http://spam", return_url: "https://shop/thanks" });
    expect(body.customer.phone).toBe("+31 6 1");
  });
});

describe("placing the service's issues", () => {
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
    ["party_size", "party_size"],
    ["notes", "notes"],
    ["answers.0.value", "answer-length"],
    ["answers.1", "answer-terms"],
    ["answers.7.value", ""],
    ["answers.terms", "answer-terms"],
    ["customer.locale", ""],
    ["slot_id", ""],
  ])("%s belongs to field %j", (path, field) => expect(place(path)).toEqual({ [field]: `About ${path}.` }));

  it("joins those that belong to no field", () => {
    expect(place("slot_id", "return_url")).toEqual({ "": "About slot_id. About return_url." });
  });
});

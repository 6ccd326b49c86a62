import { expect, test } from "vitest";
import { signInCodeMail } from "./sign-in-code-mail";

test("the code stands in subject, text and page, alone on a line where a phone looks for it", () => {
  const { subject, text, html } = signInCodeMail("042917", 10);
  expect(subject).toContain("042917");
  expect(text.split("\n")).toContain("042917");
  expect(html.match(/042917/g)).toHaveLength(1);
});

import type { TemplateKey } from "~/contract/email";
import { MAILS, type NeededVariable } from "./mails";

/** The variables that a text should contain and does not. It is sent anyway. */
export function missingVariables(key: TemplateKey, body: string): NeededVariable[] {
  return MAILS[key].needs.filter((variable) => {
    const [group = "", name = ""] = variable.split(".");
    return !new RegExp(
      `\\{\\{-?\\s*${group}\\s*(?:\\.\\s*${name}\\b|\\[\\s*["']${name}["']\\s*\\])`,
    ).test(body);
  });
}

import { z } from "zod";
import { NewResource } from "~/contract/resources";
import { t } from "~/i18n/text";

/** Resources added by one form at most. */
export const MAX_NAMES = 50;
/** Enough for all lines at the longest name, each ending with two characters. */
const MAX_LETTERS = MAX_NAMES * 130;

/** Resource names as typed, one per line; empty lines are ignored. */
export const NameLines = z
  .string()
  .max(MAX_LETTERS)
  .transform((typed, { addIssue }) => {
    const refuse = (message: string) => {
      addIssue({ code: "custom", message });
      return z.NEVER;
    };
    const names: string[] = [];
    for (const [index, line] of typed.split("\n").entries()) {
      if (line.trim() === "") continue;
      const { data: name, error } = NewResource.shape.name.safeParse(line);
      if (name === undefined)
        return refuse(
          t("Line {{line}}: {{problem}}", { line: index + 1, problem: error.issues[0]!.message }),
        ); // refused for a reason
      if (names.includes(name))
        return refuse(t("{{name}} appears twice. Give each its own name.", { name }));
      names.push(name);
    }
    if (names.length === 0) return refuse(t("Enter at least one name."));
    if (names.length > MAX_NAMES)
      return refuse(
        t("Add at most {{count}} at once, and the others later.", { count: MAX_NAMES }),
      );
    return names;
  });

import { z } from "zod";
import { NewResource } from "~/contract/resources";
import { t } from "~/i18n/text";

/** How many resources one form adds. */
export const MOST_NAMES = 50;
/** More than as many lines of the longest name take, with the two characters that end each. */
const MOST_LETTERS = MOST_NAMES * 130;

/** The names of resources as a person types them, one a line; empty lines count for nothing. */
export const NameLines = z
  .string()
  .max(MOST_LETTERS)
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
          t("Line {line}: {problem}", { line: index + 1, problem: error.issues[0]!.message }),
        ); // refused for a reason
      if (names.includes(name))
        return refuse(t("{name} appears twice. Give each its own name.", { name }));
      names.push(name);
    }
    if (names.length === 0) return refuse(t("Enter at least one name."));
    if (names.length > MOST_NAMES)
      return refuse(t("Add at most {count} at once, and the others later.", { count: MOST_NAMES }));
    return names;
  });

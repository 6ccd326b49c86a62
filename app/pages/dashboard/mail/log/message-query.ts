import { MessageFilter } from "~/contract/email";
import { t } from "~/i18n/text";

const NAMES = ["status", "recipient", "cursor"] as const;

/** Parses the log's URL. Invalid parts are ignored and reported, so old links still work. */
export function readMessageQuery(params: URLSearchParams) {
  const given: Record<string, string> = {};
  let problem: string | null = null;
  for (const name of NAMES) {
    const text = params.getAll(name).filter(Boolean).join(",");
    if (text === "") continue;
    if (MessageFilter.safeParse({ [name]: text }).success) given[name] = text;
    else problem = t("Part of this address can’t be used and was left out.");
  }
  return { given, filter: MessageFilter.parse(given), problem };
}

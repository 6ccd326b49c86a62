import type { SlotJob } from "~/contract/slots";
import { plural, t } from "~/i18n/text";
import type { IconName } from "~/ui/icon";

/** Progress of slot generation, for one service or one API call. */
export interface SlotProgressLine {
  id: string;
  icon: IconName;
  title: string;
  done: number;
  total: number;
  words: string;
  is_under_way: boolean;
}

/** Progress of a service whose new hours are saved while slots are being generated. */
export const serviceLine = (
  { id, name }: { id: string; name: string },
  percent: number,
): SlotProgressLine => ({
  id,
  icon: "clock",
  title: name,
  done: percent,
  total: 100,
  is_under_way: true,
  words: t("{{percent}}% of upcoming days ready", { percent }),
});

/** Progress of a job started through the API. */
export function jobLine({ id, state, done, total, result }: SlotJob): SlotProgressLine {
  const line = { id, title: t("Requested through the API"), done, total: Math.max(total, 1) };
  if (state === "failed")
    return {
      ...line,
      icon: "warning",
      is_under_way: false,
      words: t("Stopped at {{done}} of {{total}}. Run it again: nothing is created twice.", {
        done,
        total,
      }),
    };
  if (state === "done") {
    // a finished job has a result
    const { created, kept, removed } = result ?? { created: 0, kept: 0, removed: 0 };
    return {
      ...line,
      icon: "check",
      done: line.total,
      is_under_way: false,
      words: t("Done: {{created}} created, {{kept}} unchanged, {{removed}} removed.", {
        created,
        kept,
        removed,
      }),
    };
  }
  const words =
    state === "waiting"
      ? plural(total, "Starting: {{count}} time", "Starting: {{count}} times")
      : t("{{done}} of {{total}} done", { done, total });
  return { ...line, icon: "clock", words, is_under_way: true };
}

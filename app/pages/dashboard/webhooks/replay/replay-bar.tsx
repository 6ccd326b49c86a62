import type { RangeReplay } from "~/domain/webhooks/range-replays.sql.server";
import { list, plural, t } from "~/i18n/text";
import { ProgressBar } from "~/ui/feedback/progress-bar";

/** Progress of a replay. */
export function ReplayBar({ replay }: { replay: RangeReplay }) {
  const { at, from, to, queued, succeeded, failed, cancelled, retrying, waiting } = replay;
  const done = queued - waiting;
  const parts = [
    plural(succeeded, "{{count}} delivered", "{{count}} delivered"),
    failed > 0 && plural(failed, "{{count}} failed", "{{count}} failed"),
    cancelled > 0 && plural(cancelled, "{{count}} not sent", "{{count}} not sent"),
    waiting > retrying && plural(waiting - retrying, "{{count}} waiting", "{{count}} waiting"),
    retrying > 0 &&
      plural(retrying, "{{count}} waiting for a retry", "{{count}} waiting for a retry"),
  ].filter((part) => part !== false);
  const icon = waiting > 0 ? "clock" : failed > 0 ? "warning" : "check";
  return (
    <li>
      <ProgressBar
        icon={icon}
        title={t("Events from {{from}} to {{to}}", { from, to })}
        total={Math.max(queued, 1)}
        done={queued === 0 ? 1 : done}
      >
        {queued === 0
          ? t("Nothing to send: everything was delivered.")
          : t("{{done}} of {{total}} done: {{parts}}.", {
              done,
              total: queued,
              parts: list(parts),
            })}{" "}
        {t("Started {{time}}.", { time: at })}
      </ProgressBar>
    </li>
  );
}

import type { RangeReplay } from "~/domain/webhooks/range-replays.sql.server";
import { t } from "~/i18n/text";
import { ProgressBar } from "~/ui/feedback/progress-bar";

/** How far a replay has come, as a bar and in words. */
export function ReplayBar({ replay }: { replay: RangeReplay }) {
  const { at, from, to, queued, succeeded, failed, cancelled, retrying, waiting } = replay;
  const done = queued - waiting;
  const parts = [
    `${succeeded} arrived`,
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} not sent`,
    waiting > 0 && `${waiting} waiting`,
    retrying > 0 && `${retrying} of them failed at first and will be tried again`,
  ].filter(Boolean);
  const icon = waiting > 0 ? "clock" : failed > 0 ? "warning" : "check";
  return (
    <li>
      <ProgressBar
        icon={icon}
        title={t("Events from {from} to {to}", { from, to })}
        total={Math.max(queued, 1)}
        done={queued === 0 ? 1 : done}
      >
        {queued === 0
          ? t("Nothing to send: everything had arrived.")
          : t("{done} of {queued} done: {value}.", { done, queued, value: parts.join(", ") })}{" "}
        {t("Started {at}.", { at })}
      </ProgressBar>
    </li>
  );
}

import { t } from "~/i18n/text";
import { ProgressBar, ProgressBars } from "~/ui/feedback/progress-bar";
import { Card } from "~/ui/layout/card";
import { useReadAgain } from "~/ui/use-read-again";
import type { SlotProgressLine } from "./slot-progress-lines";

/** Polling interval. */
const EVERY_MS = 2000;

/** A progress bar per running slot generation. */
export function SlotProgress({ lines }: { lines: readonly SlotProgressLine[] }) {
  const isUnderWay = lines.some((line) => line.is_under_way);
  useReadAgain(isUnderWay, EVERY_MS);
  if (lines.length === 0) return null;
  return (
    <div className="mb-6">
      <Card
        title={isUnderWay ? t("Creating times") : t("Last run")}
        lead={
          isUnderWay
            ? t("Guests can book the times that are ready. You can leave this page.")
            : undefined
        }
      >
        <ProgressBars>
          {lines.map(({ id, icon, title, done, total, words }) => (
            <li key={id}>
              <ProgressBar icon={icon} title={title} done={done} total={total}>
                {words}
              </ProgressBar>
            </li>
          ))}
        </ProgressBars>
      </Card>
    </div>
  );
}

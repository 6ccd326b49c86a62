import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { ProgressBar, ProgressBars } from "~/ui/feedback/progress-bar";
import { useReadAgain } from "~/ui/use-read-again";

export interface ErasureView {
  is_under_way: boolean;
  done: number;
  total: number;
}

/** Polling interval of an erasure's progress. */
const EVERY_MS = 2000;

/** Notice that a customer was erased, with progress while traces are being removed. */
export function ErasureNotice({ is_under_way, done, total }: ErasureView) {
  useReadAgain(is_under_way, EVERY_MS);
  if (!is_under_way)
    return (
      <Notice tone="info">
        {t("This customer was erased. The bookings stay for your figures.")}
      </Notice>
    );
  return (
    <Notice tone="info">
      <ProgressBars>
        <li>
          <ProgressBar
            icon="clock"
            title={t("This customer is being erased")}
            done={done}
            total={total}
          >
            {t(
              "{{done}} of {{total}} parts are done. You can leave this page: the work goes on by itself.",
              {
                done,
                total,
              },
            )}
          </ProgressBar>
        </li>
      </ProgressBars>
    </Notice>
  );
}

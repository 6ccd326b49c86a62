import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { useIsAlive } from "../use-is-alive";
import { useLive } from "./use-live";
import styles from "./as-of.module.css";

interface AsOfProps {
  locale: string;
  time_zone: string;
  /** When the server loaded the page, epoch ms. */
  as_of: number;
}

/** Keeps the page up to date and shows when it was loaded, in the company's time zone. */
export function AsOf({ locale, time_zone, as_of }: AsOfProps) {
  const live = useLive();
  const isAlive = useIsAlive();
  const time = clockFormat(locale, time_zone).format(live.as_of ?? as_of);
  return (
    <p className={styles.asOf} data-live={(live.is_live && live.is_reached) || undefined}>
      {!live.is_reached
        ? t("Updated {time}, offline", { time })
        : isAlive && !live.is_live
          ? t("Updated {time}, every 15 seconds", { time })
          : t("Updated {time}", { time })}
    </p>
  );
}

import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";
import { useIsAlive } from "../use-is-alive";
import { useLive } from "./use-live";

interface AsOfProps {
  locale: string;
  time_zone: string;
  /** When the server loaded the page, epoch ms. */
  as_of: number;
}

/**
 * A calendar fills the window: the line stands in the strip below it, and only while the page is not
 * live.
 */
const ON_CALENDAR =
  "[[data-calendar]+&]:data-live:hidden md:[[data-calendar]+&]:absolute md:[[data-calendar]+&]:bottom-0 md:[[data-calendar]+&]:mt-0 md:[[data-calendar]+&]:text-2xs md:[[data-calendar]+&]:leading-5";

/** Keeps the page up to date and shows when it was loaded, in the company's time zone. */
export function AsOf({ locale, time_zone, as_of }: AsOfProps) {
  const live = useLive();
  const isAlive = useIsAlive();
  const time = clockFormat(locale, time_zone).format(live.as_of ?? as_of);
  return (
    <p
      className={`m-0 mt-6 text-muted text-[0.8125rem] before:inline-block before:size-2 before:me-1.5 before:rounded-full before:bg-faint before:content-[''] data-live:before:bg-good print:hidden ${ON_CALENDAR}`}
      data-live={(live.is_live && live.is_reached) || undefined}
    >
      {!live.is_reached
        ? t("Updated {{time}}, offline", { time })
        : isAlive && !live.is_live
          ? t("Updated {{time}}, every 15 seconds", { time })
          : t("Updated {{time}}", { time })}
    </p>
  );
}

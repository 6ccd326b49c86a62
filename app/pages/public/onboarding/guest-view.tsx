import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import { WidgetStage } from "~/ui/widgets/widget-stage";
import styles from "./step.module.css";

interface GuestViewProps {
  config: WidgetConfig;
  /** Also shown below the card on narrow screens. */
  always?: boolean;
}

/** The widget with sample times. */
export function GuestView({ config, always = false }: GuestViewProps) {
  return (
    <aside aria-labelledby="guest-view" className={styles.beside} data-always={always || undefined}>
      <h2 id="guest-view">{t("What guests see")}</h2>
      <p className={styles.note}>{t("Try it: the times are samples, and nothing is booked.")}</p>
      <noscript>
        <p className={styles.note}>
          {t("The preview needs JavaScript. Your booking page works without.")}
        </p>
      </noscript>
      <div className="needs-script">
        <WidgetStage config={config} width="narrow" />
      </div>
    </aside>
  );
}

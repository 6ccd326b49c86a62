import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import { WidgetStage } from "~/ui/widgets/widget-stage";

interface GuestViewProps {
  config: WidgetConfig;
  /** Also shown below the card on narrow screens. */
  always?: boolean;
}

/** The widget with sample times. */
export function GuestView({ config, always = false }: GuestViewProps) {
  return (
    <aside
      aria-labelledby="guest-view"
      className="min-w-0 [&_h2]:m-0 [&_h2]:mb-1 [&_h2]:text-lg [&_h2]:font-semibold max-xl:[&:not([data-always])]:hidden max-xl:w-full max-xl:max-w-152 max-xl:mx-auto xl:sticky xl:top-6"
      data-always={always || undefined}
    >
      <h2 id="guest-view">{t("What guests see")}</h2>
      <p className="m-0 mb-4 text-muted text-md">
        {t("Try it: the times are samples, and nothing is booked.")}
      </p>
      <noscript>
        <p className="m-0 mb-4 text-muted text-md">
          {t("The preview needs JavaScript. Your booking page works without.")}
        </p>
      </noscript>
      <div className="needs-script">
        <WidgetStage config={config} width="narrow" />
      </div>
    </aside>
  );
}

import { useEffect, useRef, useState } from "react";
import type { WidgetConfig } from "~/contract/widget";

const SCRIPT = "/widget/booking-widget.js";

/** Properties of <booking-widget> that a preview sets. */
type Widget = HTMLElement & {
  preview: { config: WidgetConfig };
  locale: string | null;
  theme: string | null;
};

interface WidgetStageProps {
  config: WidgetConfig;
  width: "narrow" | "wide";
  /** "": from the configuration. */
  locale?: string;
  theme?: string;
}

/** The real widget with a configuration and sample times; it books nothing. */
export function WidgetStage({ config, width, locale = "", theme = "" }: WidgetStageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let isHere = true;
    loadScript();
    void customElements.whenDefined("booking-widget").then(() => {
      if (isHere) setIsReady(true);
    });
    return () => {
      isHere = false;
    };
  }, []);
  useEffect(() => {
    if (!isReady || place.current === null) return;
    const shown = place.current.querySelector("booking-widget");
    // defined by its script
    const widget = (shown ?? document.createElement("booking-widget")) as Widget;
    Object.assign(widget, { locale: locale || null, theme: theme || null, preview: { config } });
    if (shown === null) place.current.append(widget);
  }, [isReady, config, locale, theme]);
  return (
    <div
      ref={place}
      className="[box-sizing:border-box] max-w-full min-h-80 p-3 border border-dashed border-faint rounded-lg data-[width=narrow]:w-[calc(360px_+_1.5rem_+_2px)] data-[theme=light]:[background:#f4f5f7] data-[theme=dark]:[background:#14161b] max-md:p-1"
      data-width={width}
      data-theme={theme || config.branding.theme}
    />
  );
}

/** Once per document: the element stays defined across navigation. */
function loadScript(): void {
  if (document.querySelector(`script[src="${SCRIPT}"]`) !== null) return;
  const script = document.createElement("script");
  script.src = SCRIPT;
  document.head.append(script);
}

import { useState } from "react";
import type { WidgetConfig } from "~/contract/widget";
import { LANGUAGE_NAMES } from "~/i18n/locales";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Select } from "~/ui/kit/inputs";
import { WidgetStage } from "~/ui/widgets/widget-stage";

interface WidgetPreviewProps {
  config: WidgetConfig;
  /** Why the preview doesn't match the input. */
  problem: string | null;
  width: "narrow" | "wide";
  onWidth: (width: "narrow" | "wide") => void;
}

/** The real widget with a draft; it books nothing. */
export function WidgetPreview({ config, problem, width, onWidth }: WidgetPreviewProps) {
  const [locale, setLocale] = useState("");
  const [theme, setTheme] = useState("");
  const choice = (
    label: string,
    value: string,
    set: (value: string) => void,
    data: [string, string][],
  ) => (
    <Select
      label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      options={data.map(([key, text]) => ({ value: key, label: text }))}
    />
  );
  return (
    <section
      className="sticky top-4 min-w-0 scroll-mt-20 group-data-[width=wide]/page:static group-data-[width=wide]/page:-order-1 max-xl:static [&>h2]:m-0 [&>h2]:text-lg [&>h2]:font-semibold"
      id="preview"
      aria-labelledby="preview-title"
    >
      <h2 id="preview-title">{t("Preview")}</h2>
      <p className="m-0 mb-3 text-muted text-sm">{t("Sample times; nothing is booked.")}</p>
      <noscript>
        <p className="m-0 mb-3 text-muted text-sm">{t("The preview needs JavaScript.")}</p>
      </noscript>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3 mb-4 needs-script">
        {choice(t("Width"), width, (value) => onWidth(value === "wide" ? "wide" : "narrow"), [
          ["narrow", "360 px"],
          ["wide", t("Wide")],
        ])}
        {choice(t("Theme"), theme, setTheme, [
          ["", t("As set")],
          ["light", t("Light")],
          ["dark", t("Dark")],
        ])}
        {choice(t("Language"), locale, setLocale, [
          ["", t("As set")],
          ...Object.entries(LANGUAGE_NAMES),
        ])}
      </div>
      {problem !== null && (
        <Notice tone="info">{t("Preview paused: {{problem}}", { problem })}</Notice>
      )}
      <WidgetStage config={config} width={width} locale={locale} theme={theme} />
    </section>
  );
}

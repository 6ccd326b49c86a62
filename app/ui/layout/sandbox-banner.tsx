import { t } from "~/i18n/text";

/** Notice on pages outside the dashboard that payments are simulated on this server. */
export function SandboxNote() {
  return (
    <p className="m-0 py-1.5 px-4 bg-wait-soft text-wait text-sm font-medium text-center print:hidden no-print">
      {t("Test mode: no real money moves.")}
    </p>
  );
}

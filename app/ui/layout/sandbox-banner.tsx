import { t } from "~/i18n/text";
import styles from "./sandbox-banner.module.css";

/** Above a page outside the dashboard, where payments are only played through on this server. */
export function SandboxNote() {
  return <p className={`${styles.banner} no-print`}>{t("Test mode: no real money moves.")}</p>;
}

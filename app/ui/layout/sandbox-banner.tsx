import { t } from "~/i18n/text";
import styles from "./sandbox-banner.module.css";

/** Notice on pages outside the dashboard that payments are simulated on this server. */
export function SandboxNote() {
  return <p className={`${styles.banner} no-print`}>{t("Test mode: no real money moves.")}</p>;
}

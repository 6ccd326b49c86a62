import { useRouteLoaderData } from "@remix-run/react";
import { t } from "~/i18n/text";
import styles from "./sandbox-banner.module.css";

/** Above every page of the dashboard, where payments are only played through on this server. */
export function SandboxBanner() {
  const data = useRouteLoaderData("pages/dashboard/layout") as { is_payment_test?: boolean } | undefined;
  return data?.is_payment_test ? <SandboxNote /> : null;
}

/** The same for a page that knows it by itself. */
export function SandboxNote() {
  return <p className={`${styles.banner} no-print`}>{t("Test mode: no real money moves.")}</p>;
}

import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import type { StateWords } from "~/ui/webhook-words";
import styles from "~/ui/layout/rows.module.css";

export interface WebhookHead {
  id: string;
  url: string;
  state: StateWords;
  /** Since when nothing but failures came back, in words. */
  failing_since: string | null;
}

/** What the pages of one webhook share: its address, how it is doing, and the ways between them. */
export function WebhookFrame({ webhook, children }: { webhook: WebhookHead; children: ReactNode }) {
  const { id, url, state, failing_since } = webhook;
  const path = `/dashboard/webhooks/${id}`;
  return (
    <>
      <PageHeader title={url}>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </PageHeader>
      <Tabs
        label={t("Webhook")}
        tabs={[
          { to: path, label: "Deliveries" },
          { to: `${path}/replay`, label: "Replay" },
          { to: `${path}/settings`, label: "Settings" },
        ]}
      />
      {failing_since !== null && (
        <div className={styles.above}>
          <Notice tone="bad">
            {t(
              "Every delivery has failed since {failing_since}. After five days of failures the webhook turns itself off.",
              { failing_since },
            )}
          </Notice>
        </div>
      )}
      {children}
    </>
  );
}

import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/kit/badge";
import { Notice, Notices } from "~/ui/feedback/notice";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs } from "~/ui/layout/tabs";
import type { StateWords } from "~/ui/webhook-words";

export interface WebhookHead {
  id: string;
  url: string;
  state: StateWords;
  /** Start of an uninterrupted series of failures, formatted. */
  failing_since: string | null;
}

/** Layout of a webhook's pages: URL, status and tabs. */
export function WebhookFrame({ webhook, children }: { webhook: WebhookHead; children: ReactNode }) {
  const { id, url, state, failing_since } = webhook;
  const path = `/dashboard/webhooks/${id}`;
  return (
    <>
      <PageHeader up={{ to: "/dashboard/webhooks", name: t("Webhooks") }} title={url}>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </PageHeader>
      <Tabs
        label={t("Webhook")}
        tabs={[
          { to: path, label: t("Deliveries") },
          { to: `${path}/replay`, label: t("Replay") },
          { to: `${path}/settings`, label: t("Settings") },
        ]}
      />
      {failing_since !== null && (
        <Notices>
          <Notice tone="bad">
            {t(
              "Every delivery has failed since {{time}}. After 5 days of failures the webhook is turned off.",
              {
                time: failing_since,
              },
            )}
          </Notice>
        </Notices>
      )}
      {children}
    </>
  );
}

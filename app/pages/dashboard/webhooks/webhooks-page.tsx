import { webhookEventTypes } from "~/contract/webhooks";
import { t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { LinkButton } from "~/ui/kit/button";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { deliveryWords } from "~/ui/webhook-words";
import type { WebhooksView } from "./load.server";

/** The company's webhooks with their status. */
export function WebhooksPage({ webhooks }: WebhooksView) {
  return (
    <>
      <PageHeader title={t("Webhooks")}>
        <LinkButton to="/dashboard/webhooks/check" icon="shield">
          {t("Check a signature")}
        </LinkButton>
        {webhooks.length > 0 && (
          <LinkButton variant="primary" to="/dashboard/webhooks/new" icon="plus">
            {t("New webhook")}
          </LinkButton>
        )}
      </PageHeader>
      {webhooks.length === 0 ? (
        <EmptyList icon="hook" title={t("No webhooks yet")} clear={null}>
          <p>{t("A webhook tells your own software about each booking as it happens.")}</p>
          <LinkButton variant="primary" to="/dashboard/webhooks/new">
            {t("New webhook")}
          </LinkButton>
        </EmptyList>
      ) : (
        <List>
          {webhooks.map(({ id, url, events, changes, description, state, failing_since, last }) => (
            <Row key={id}>
              <RowMain>
                <RowName to={`/dashboard/webhooks/${id}`}>{url}</RowName>
                <RowText>
                  {[
                    description,
                    events.length === webhookEventTypes.length
                      ? t("All events")
                      : events.join(", "),
                    changes && t("Changes"),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </RowText>
              </RowMain>
              <RowSide>
                <span>
                  {last === null
                    ? t("Nothing sent yet")
                    : t("{{state}} {{time}}", {
                        state: t(deliveryWords[last.status].label),
                        time: last.at,
                      })}
                </span>
                <Badge tone={state.tone} icon={state.icon}>
                  {failing_since === null
                    ? state.label
                    : t("Failing since {{time}}", { time: failing_since })}
                </Badge>
              </RowSide>
            </Row>
          ))}
        </List>
      )}
    </>
  );
}

import { plural, t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { Choose } from "~/ui/form/choose";
import { LinkButton } from "~/ui/kit/button";
import { EmptyList, FilterForm } from "~/ui/layout/filter-form";
import { Pager } from "~/ui/layout/pager";
import { changeWords, deliveryWords, eventWords, originWords } from "~/ui/webhook-words";
import { WebhookFrame } from "../webhook-frame";
import type { DeliveriesView } from "./load.server";

/** Deliveries of a webhook with filters. */
export function DeliveriesPage({ view }: { view: DeliveriesView }) {
  const { webhook, given, problem, next_cursor, deliveries } = view;
  const path = `/dashboard/webhooks/${webhook.id}`;
  const { cursor, ...filters } = given;
  const isFiltered = Object.keys(filters).length > 0;
  const to = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...filters, ...more })}`;
  return (
    <WebhookFrame webhook={webhook}>
      <FilterForm label={t("Deliveries")} filters={filters} problem={problem}>
        <Choose
          name="status"
          label={t("Status")}
          any={t("Any status")}
          words={namesOf(deliveryWords)}
          given={given}
        />
        <Choose
          name="type"
          label={t("Event")}
          any={t("Any event")}
          words={translated({ ...eventWords, ...changeWords })}
          given={given}
        />
        <Choose
          name="origin"
          label={t("Source")}
          any={t("Any source")}
          words={translated(originWords)}
          given={given}
        />
      </FilterForm>
      {deliveries.length === 0 ? (
        <EmptyList icon="hook" title={t("No deliveries yet")} clear={isFiltered ? path : null}>
          <p>
            {t(
              "Booking events appear here as they’re sent. A test event shows whether they arrive.",
            )}
          </p>
          <LinkButton to={`${path}/settings`}>{t("Send test event")}</LinkButton>
        </EmptyList>
      ) : (
        <List>
          {deliveries.map(({ id, type, status, origin, at, tries, answer, next }) => (
            <Row key={id}>
              <RowMain>
                <RowName to={`/dashboard/deliveries/${id}`}>{type}</RowName>
                <RowText>
                  {[at, origin === "event" ? null : t(originWords[origin])]
                    .filter(Boolean)
                    .join(" · ")}
                </RowText>
              </RowMain>
              <RowSide>
                <span>
                  {[answer, tries, next && t("Next attempt {{time}}", { time: next })]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
                <Badge tone={deliveryWords[status].tone} icon={deliveryWords[status].icon}>
                  {t(deliveryWords[status].label)}
                </Badge>
              </RowSide>
            </Row>
          ))}
        </List>
      )}
      <Pager
        count={
          deliveries.length === 0
            ? ""
            : plural(
                deliveries.length,
                "{{count}} delivery on this page. Kept for 30 days.",
                "{{count}} deliveries on this page. Kept for 30 days.",
              )
        }
        first={cursor === undefined ? null : to({})}
        next={next_cursor === null ? null : to({ cursor: next_cursor })}
      />
    </WebhookFrame>
  );
}

const translated = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).map(([value, label]) => [value, t(label)]));
const namesOf = (words: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(words).map(([value, { label }]) => [value, t(label)]));

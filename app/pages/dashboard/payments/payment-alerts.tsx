import { t } from "~/i18n/text";
import { List, Row, RowMain } from "~/ui/kit/list";
import { Icon } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";

export interface PaymentAlert {
  text: string;
  /** Page to resolve it. */
  to: string;
}

/** Payment problems that need a decision, shown first. */
export function PaymentAlerts({ alerts }: { alerts: PaymentAlert[] }) {
  if (alerts.length === 0) return null;
  return (
    <Card title={t("Needs attention")}>
      <List>
        {alerts.map(({ text, to }) => (
          <Row key={text + to}>
            <RowMain>
              <div className="flex gap-2 items-start text-sm">
                <Icon name="warning" size={18} className="text-wait" />
                <span className="wrap-anywhere">{text}</span>
              </div>
            </RowMain>
            <LinkButton to={to} aria-label={t("Open: {{text}}", { text })}>
              {t("Open")}
            </LinkButton>
          </Row>
        ))}
      </List>
    </Card>
  );
}

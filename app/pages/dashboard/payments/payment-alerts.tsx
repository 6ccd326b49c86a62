import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { LinkButton } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import rows from "~/ui/layout/rows.module.css";

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
      <ul className={rows.list}>
        {alerts.map(({ text, to }) => (
          <li key={text + to}>
            <div
              className={`${rows.main} flex gap-2 items-start text-wait [&_svg]:flex-none [&_p]:text-text`}
            >
              <Icon name="warning" size={18} />
              <p>{text}</p>
            </div>
            <LinkButton to={to} aria-label={t("Open: {{text}}", { text })}>
              {t("Open")}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

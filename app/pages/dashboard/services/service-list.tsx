import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { OrderButtons } from "~/ui/order/order-buttons";
import styles from "./service-list.module.css";
import { servicePath } from "~/ui/services/service-view";

export interface ServiceLine {
  id: string;
  name: string;
  category: string | null;
  about: string;
  resources: string;
  /** The next time guests can book; null for none. */
  next: string | null;
  active: boolean;
  private: boolean;
  may_switch: boolean;
}

interface ServiceListProps {
  services: readonly ServiceLine[];
  may_order: boolean;
}

/** Services by category with their key facts, order buttons and switch. */
export function ServiceList({ services, may_order }: ServiceListProps) {
  const categories = [...new Set(services.map(({ category }) => category))];
  const hasHeads = categories.some((category) => category !== null);
  return categories.map((category) => {
    const own = services.filter((service) => service.category === category);
    const head = category ?? t("Without category");
    return (
      <section key={head} aria-label={hasHeads ? head : undefined} className={styles.category}>
        {hasHeads && <h2 className={styles.head}>{head}</h2>}
        <ol className={styles.list} data-ordered={may_order || undefined}>
          {own.map((service, index) => (
            <li key={service.id} data-row data-off={!service.active}>
              <div className={styles.what}>
                <Link
                  to={servicePath(service.id, "offer")}
                  className={styles.name!}
                  prefetch="intent"
                >
                  {service.name}
                </Link>
                {service.private && <span className={styles.private}>{t("Private")}</span>}
                <span className={styles.about}>{service.about}</span>
              </div>
              <span className={styles.with}>{service.resources}</span>
              <NextFree {...service} />
              <Switch {...service} />
              {may_order && (
                <OrderButtons what={service} before={own[index - 1]} after={own[index + 1]} />
              )}
            </li>
          ))}
        </ol>
      </section>
    );
  });
}

function NextFree({ id, next, active }: ServiceLine) {
  if (!active) return <span className={styles.next}>{t("Not offered")}</span>;
  if (next === null)
    return (
      <Link to={servicePath(id, "why")} className={styles.why!}>
        <Icon name="warning" size={18} />
        {t("No free times. Why?")}
      </Link>
    );
  return (
    <span className={styles.next}>
      <Icon name="clock" size={18} />
      {t("Next: {{next}}", { next })}
    </span>
  );
}

/** Applies immediately, with an undo. Read-only without permission. */
function Switch({ id, name, active, may_switch }: ServiceLine) {
  const word = active ? t("On") : t("Off");
  if (!may_switch) return <span className={styles.state}>{word}</span>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        role="switch"
        aria-checked={active}
        aria-label={t("Offer {{name}}", { name })}
        name="active"
        value={active ? "false" : "true"}
        className={styles.switch}
      >
        <span className={styles.knob} />
        {word}
      </button>
    </Form>
  );
}

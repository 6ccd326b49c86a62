import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { OrderButtons } from "~/ui/order/order-buttons";
import { RowLink } from "~/ui/kit/row-link";
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
      <section key={head} aria-label={hasHeads ? head : undefined} className="[&+&]:mt-6">
        {hasHeads && <h2 className="m-0 mb-2 text-md font-semibold">{head}</h2>}
        <ol className="m-0 p-0 border-t border-line list-none">
          {own.map((service, index) => (
            <li
              key={service.id}
              data-row
              className={`relative grid gap-x-4 items-center min-h-row py-1.5 px-2 border-b border-line hover:bg-hover max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:py-2.5 ${may_order ? "lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.1fr)_5rem_auto]" : "lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.1fr)_5rem]"}`}
            >
              <div className="flex flex-wrap gap-x-2 items-baseline min-w-0 max-lg:col-1">
                <RowLink
                  to={servicePath(service.id, "offer")}
                  className={`wrap-anywhere ${service.active ? "" : "text-muted!"}`}
                >
                  {service.name}
                </RowLink>
                {service.private && (
                  <span className="py-px px-2 rounded-lg bg-quiet-soft text-quiet text-xs font-medium">
                    {t("Private")}
                  </span>
                )}
                <span className={FACT}>{service.about}</span>
              </div>
              <span className={`max-lg:col-1 ${FACT}`}>{service.resources}</span>
              <NextFree {...service} />
              <Switch {...service} />
              {may_order && (
                <div className="max-lg:col-2 max-lg:row-3">
                  <OrderButtons what={service} before={own[index - 1]} after={own[index + 1]} />
                </div>
              )}
            </li>
          ))}
        </ol>
      </section>
    );
  });
}

const FACT = "text-muted text-sm wrap-anywhere";
/** On narrow screens in a column of its own, next to the facts. */
const AT_END = "max-lg:col-2 max-lg:row-[1/span_2]";

function NextFree({ id, next, active }: ServiceLine) {
  if (!active) return <span className={`max-lg:col-1 ${FACT}`}>{t("Not offered")}</span>;
  if (next === null)
    return (
      <Link
        to={servicePath(id, "why")}
        className="relative z-1 inline-flex gap-1.5 items-center justify-self-start min-h-control text-wait text-sm font-medium max-lg:col-1"
      >
        <Icon name="warning" size={18} />
        {t("No free times. Why?")}
      </Link>
    );
  return (
    <span className={`inline-flex gap-1.5 items-center max-lg:col-1 ${FACT}`}>
      <Icon name="clock" size={18} />
      {t("Next: {{next}}", { next })}
    </span>
  );
}

/** Applies immediately, with an undo. Read-only without permission. */
function Switch({ id, name, active, may_switch }: ServiceLine) {
  const word = active ? t("On") : t("Off");
  if (!may_switch) return <span className={`${AT_END} ${FACT}`}>{word}</span>;
  return (
    <Form method="post" preventScrollReset className={AT_END}>
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        role="switch"
        aria-checked={active}
        aria-label={t("Offer {{name}}", { name })}
        name="active"
        value={active ? "false" : "true"}
        className="group/switch relative z-1 inline-flex gap-2 items-center min-h-control p-0 border-0 bg-transparent text-text text-sm cursor-pointer"
      >
        <span className="relative w-8 h-5 border border-faint rounded-lg bg-fill after:absolute after:top-0.5 after:inset-s-0.5 after:size-3.5 after:rounded-full after:bg-faint group-aria-checked/switch:border-accent group-aria-checked/switch:bg-accent group-aria-checked/switch:after:inset-s-3.5 group-aria-checked/switch:after:bg-on-accent" />
        {word}
      </button>
    </Form>
  );
}

import { Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { problemsOf, useBookingFetcher } from "~/ui/booking/booking-form";
import { RowAction } from "~/ui/booking/row-actions";
import { Icon } from "~/ui/icon";
import type { Attention, AttentionApproval } from "./attention";
import buttons from "~/ui/kit/button.module.css";
import styles from "./fold.module.css";

/** Attention items in a collapsible line: the most urgent one with its actions. */
export function AttentionFold({ items, mayChange }: { items: Attention[]; mayChange: boolean }) {
  // only rendered with at least one item
  const [first, ...others] = items as [Attention, ...Attention[]];
  return (
    <section aria-label={t("Needs attention")} className={styles.attention}>
      <details>
        <summary>
          <Icon name="warning" size={18} />
          <b>{plural(items.length, "{{count}} needs attention", "{{count}} need attention")}</b>
          <span className={styles.first}>
            <Words item={first} />
          </span>
          <Icon name="down" size={16} />
        </summary>
        <ul>
          {/* Phones lack space for the first item's actions in the line. */}
          <li className={styles.phone}>
            <Actions item={first} mayChange={mayChange} />
          </li>
          {others.map((item) => (
            <li key={item.id} data-row>
              <p>
                <Words item={item} />
              </p>
              <Actions item={item} mayChange={mayChange} />
            </li>
          ))}
        </ul>
      </details>
      <div className={styles.beside}>
        <Actions item={first} mayChange={mayChange} />
      </div>
      {items.map((item) => item.approve !== null && <Problem key={item.id} id={item.id} />)}
    </section>
  );
}

function Words({ item }: { item: Attention }) {
  if (item.approve === null) return item.message;
  const { line, until } = item.approve;
  const values = { day: line.day, time: line.time, resource: isolate(line.resource) };
  return (
    <>
      {t("Approve {{guest}}?", { guest: isolate(line.customer.name) })}{" "}
      <span className={styles.quiet}>
        {until === null
          ? t("{{day}}, {{time}} with {{resource}}", values)
          : t("{{day}}, {{time}} with {{resource}} · held until {{until}}", { ...values, until })}
      </span>
    </>
  );
}

function Actions({ item, mayChange }: { item: Attention; mayChange: boolean }) {
  if (item.approve !== null) return mayChange ? <Decide of={item.approve} /> : null;
  return (
    <div className={styles.actions}>
      <Link to={item.to} className={buttons.button}>
        {t(item.action)}
        <span className="hidden-text">: {item.message}</span>
      </Link>
    </div>
  );
}

const Decide = ({ of }: { of: AttentionApproval["approve"] }) => (
  <div className={styles.actions}>
    <RowAction of={of} intent="status" fields={{ status: "confirmed" }}>
      {t("Approve")}
    </RowAction>
    <RowAction of={of} intent="cancel" fields={{ notify: "on" }}>
      {t("Decline")}
    </RowAction>
  </div>
);

/** Why a decision was rejected: someone else decided first, or it expired. */
function Problem({ id }: { id: string }) {
  const problems = problemsOf(useBookingFetcher(id).data);
  return problems === "" ? null : (
    <p role="alert" className={styles.problem}>
      {problems}
    </p>
  );
}

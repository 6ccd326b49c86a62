import { plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { problemsOf, useBookingFetcher } from "~/ui/booking/booking-form";
import { RowAction } from "~/ui/booking/row-actions";
import { LinkButton } from "~/ui/kit/button";
import type { Attention, AttentionApproval } from "./attention";
import { TopFold } from "./top-fold";

/** Attention items in a collapsible line: the most urgent one with its actions. */
export function AttentionFold({ items, mayChange }: { items: Attention[]; mayChange: boolean }) {
  // only rendered with at least one item
  const [first, ...others] = items as [Attention, ...Attention[]];
  return (
    <TopFold
      label={t("Needs attention")}
      tone="wait"
      icon="warning"
      title={plural(items.length, "{{count}} needs attention", "{{count}} need attention")}
      first={<Words item={first} />}
      actions={<Actions item={first} mayChange={mayChange} />}
      rows={[
        {
          id: first.id,
          narrowOnly: true,
          content: <Actions item={first} mayChange={mayChange} />,
        },
        ...others.map((item) => ({
          id: item.id,
          content: (
            <>
              <p className="flex-1 min-w-0 m-0 wrap-anywhere @max-md:basis-full">
                <Words item={item} />
              </p>
              <Actions item={item} mayChange={mayChange} />
            </>
          ),
        })),
      ]}
    >
      {items.map((item) => item.approve !== null && <Problem key={item.id} id={item.id} />)}
    </TopFold>
  );
}

function Words({ item }: { item: Attention }) {
  if (item.approve === null) return item.message;
  const { line, until } = item.approve;
  const values = { day: line.day, time: line.time, resource: isolate(line.resource) };
  return (
    <>
      {t("Approve {{guest}}?", { guest: isolate(line.customer.name) })}{" "}
      <span className="text-muted">
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
    <LinkButton to={item.to} size="small">
      {t(item.action)}
      <span className="hidden-text">: {item.message}</span>
    </LinkButton>
  );
}

const Decide = ({ of }: { of: AttentionApproval["approve"] }) => (
  <div className="flex flex-none gap-2">
    <RowAction of={of} intent="status" fields={{ status: "confirmed" }} size="small">
      {t("Approve")}
    </RowAction>
    <RowAction of={of} intent="cancel" fields={{ notify: "on" }} size="small" variant="quiet">
      {t("Decline")}
    </RowAction>
  </div>
);

/** Why a decision was rejected: someone else decided first, or it expired. */
function Problem({ id }: { id: string }) {
  const problems = problemsOf(useBookingFetcher(id).data);
  return problems === "" ? null : (
    <p role="alert" className="m-0 px-3 pb-2 text-bad">
      {problems}
    </p>
  );
}

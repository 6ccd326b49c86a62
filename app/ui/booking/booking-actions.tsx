import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
import { Menu } from "../kit/menu";
import type { BookingView, Panel } from "./booking-view";
import { OfflineMethodSelect } from "./offline-method";
import { PanelForm } from "./panel-form";
import { PanelLink } from "./panel-link";

const BUTTON =
  "inline-flex gap-1.5 items-center justify-center min-h-8 border border-faint rounded-[0.375rem] bg-surface text-text text-[0.8125rem] font-medium no-underline whitespace-nowrap cursor-pointer list-none [&::-webkit-details-marker]:hidden hover:bg-hover data-[tone=first]:border-transparent data-[tone=first]:bg-accent data-[tone=first]:text-on-accent data-[tone=first]:hover:bg-accent-hover aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent-text max-md:min-h-10 max-md:text-[0.875rem]";

/**
 * A booking action: an immediate step that posts these fields, or a panel that asks for
 * confirmation.
 */
type Action = { label: string } & (
  | {
      intent: string;
      fields: Record<string, string>;
      is_due?: boolean;
      /** Asks how the money is received. */
      has_method?: boolean;
    }
  | { show: Panel }
);

/** The number shown as buttons; the rest go into the menu. */
const SHOWN = 4;

/** Actions allowed by the booking's status and this person's role, next step first. */
export function BookingActions({ view }: { view: BookingView }) {
  const actions = actionsFor(view);
  const rest = actions.slice(SHOWN);
  return (
    <div className="flex flex-wrap gap-2 max-md:relative no-print">
      {actions.slice(0, SHOWN).map((action, index) => (
        <ActionButton
          key={action.label}
          view={view}
          action={action}
          className={`px-3 max-md:px-2.5 ${BUTTON} ${index === 0 && "intent" in action ? "flex-1 max-w-72" : ""}`}
          isFirst={index === 0}
        />
      ))}
      {rest.length > 0 && (
        <Menu
          className="relative max-md:static"
          summaryClassName={`px-2 max-md:px-2.5 ${BUTTON}`}
          summary={
            <>
              <Icon name="dots" size={18} />
              <span className="hidden-text">{t("More actions")}</span>
            </>
          }
        >
          <div
            className="absolute top-[calc(100%_+_0.25rem)] inset-e-0 z-110 min-w-48 p-1 border border-line rounded-[0.625rem] bg-raised shadow-raised max-md:inset-x-0"
            onClick={({ currentTarget }) =>
              currentTarget.closest("details")?.removeAttribute("open")
            }
          >
            {rest.map((action) => (
              <ActionButton
                key={action.label}
                view={view}
                action={action}
                className="flex items-center w-full min-h-8 px-2 border-0 rounded-[0.375rem] bg-transparent text-text text-[0.8125rem] text-start no-underline cursor-pointer hover:bg-hover max-md:min-h-10 max-md:text-[0.9375rem]"
              />
            ))}
          </div>
        </Menu>
      )}
    </div>
  );
}

function actionsFor(view: BookingView): Action[] {
  const { line, allowed, arrival } = view;
  const isAhead =
    line.status === "pending" || line.status === "confirmed" || line.status === "paid";
  const isHere = arrival === false;
  // Once paid or completed, the balance is received without changing the status.
  const isTaken = line.status === "paid" || line.status === "completed";
  const step = (status: string, label: string): Action => ({
    label,
    intent: "status",
    fields: { status },
  });
  const part = (show: Panel, label: string): Action => ({ label, show });
  const actions: (Action | false)[] = [
    allowed.includes("confirmed") && {
      ...step("confirmed", view.approval_asks ? t("Approve and ask for payment") : t("Approve")),
      is_due: true,
    },
    arrival === true && {
      label: t("Mark arrived"),
      intent: "arrived",
      fields: { arrived: "on" },
      is_due: true,
    },
    line.balance.due !== null &&
      line.owes &&
      (allowed.includes("paid") || isTaken) && {
        label: t("Take {{amount}}", { amount: line.balance.due }),
        intent: "status",
        fields: { status: isTaken ? line.status : "paid", payment_method: "offline" },
        is_due: true,
        has_method: true,
      },
    line.balance.deposit !== null &&
      line.owes &&
      allowed.includes("paid") && {
        label: t("Take deposit of {{amount}}", { amount: line.balance.deposit }),
        intent: "status",
        fields: {
          status: "paid",
          payment_method: "offline",
          offline_amount: String(view.due_now_amount),
        },
        has_method: true,
      },
    line.cash_owed !== null && {
      label: t("Hand back {{amount}}", { amount: line.cash_owed }),
      intent: "hand_back",
      fields: {},
      is_due: true,
    },
    ...view.fees.map(
      ({ kind, amount, charge, may_charge }): Action | false =>
        may_charge && {
          label: charge,
          intent: "fee",
          fields: { kind, decision: "charge", amount: String(amount) },
          is_due: true,
        },
    ),
    ...view.fees.map(
      ({ kind, may_stop }): Action | false =>
        may_stop && {
          label: t("Don’t charge the fee"),
          intent: "fee",
          fields: { kind, decision: "stop" },
        },
    ),
    isHere &&
      allowed.includes("completed") && { ...step("completed", t("Complete")), is_due: true },
    isAhead && part("move", t("Move")),
    allowed.includes("cancelled") &&
      part("cancel", line.status === "pending" ? t("Decline") : t("Cancel booking")),
    view.may_refund && part("refund", t("Refund")),
    part("edit", t("Edit")),
    view.may_pay_online && part("pay", t("Payment link")),
    !isHere && allowed.includes("completed") && step("completed", t("Mark completed")),
    allowed.includes("no_show") && step("no_show", t("Mark no-show")),
    isHere && { label: t("Undo arrival"), intent: "arrived", fields: {} },
    view.may_write_off && {
      label:
        line.balance.due === null
          ? t("Keep {{amount}}", { amount: line.balance.owed ?? "" })
          : t("Write off {{amount}}", { amount: line.balance.due }),
      intent: "write_off",
      fields: {},
    },
  ];
  return actions.filter((action) => action !== false);
}

interface ActionButtonProps {
  view: BookingView;
  action: Action;
  className: string;
  isFirst?: boolean;
}

/**
 * The first action is primary if it is the next step and no panel is open, since panels have their
 * own primary button.
 */
function ActionButton({ view, action, className, isFirst = false }: ActionButtonProps): ReactNode {
  const { label } = action;
  if ("show" in action) {
    const isOpen = view.show === action.show;
    return (
      <PanelLink
        path={view.path}
        show={isOpen ? null : action.show}
        className={className}
        current={isOpen}
      >
        {label}
      </PanelLink>
    );
  }
  const isSolid = isFirst && action.is_due === true && view.show === null;
  return (
    <PanelForm
      view={view}
      intent={action.intent}
      className={`flex gap-1 ${isFirst ? "flex-[1_0_auto]" : ""}`}
    >
      {Object.entries(action.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {action.has_method && <OfflineMethodSelect className={`px-2 ${BUTTON}`} />}
      <button type="submit" className={className} data-tone={isSolid ? "first" : undefined}>
        {label}
      </button>
    </PanelForm>
  );
}

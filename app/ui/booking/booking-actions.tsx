import type { BookingStatus } from "~/contract/bookings";
import { t } from "~/i18n/text";
import { Icon, type IconName } from "../icon";
import { PanelForm } from "./panel-form";
import type { BookingView, Panel } from "./booking-view";
import { PanelLink } from "./panel-link";
import buttons from "../kit/button.module.css";
import styles from "./booking-actions.module.css";

/** The steps that ask nothing first: one button each. */
const STEPS: { status: BookingStatus; label: string; icon: IconName }[] = [
  { status: "confirmed", label: "Approve", icon: "check" },
  { status: "completed", label: "Completed", icon: "flag" },
  { status: "no_show", label: "No-show", icon: "absent" },
];

/** What can be done with a booking now: only what its status and this person's role allow. */
export function BookingActions({ view }: { view: BookingView }) {
  const { line, allowed, arrival, show, path } = view;
  const isAhead = line.status === "pending" || line.status === "confirmed" || line.status === "paid";
  const steps = STEPS.filter(({ status }) => allowed.includes(status));
  // Paid or over: what is still due is received without another status.
  const isTaken = view.may_edit && (line.status === "paid" || line.status === "completed");
  // The first step stands out while it is the one to take; marking a completed booking as a no-show is a correction.
  const isDue = line.status === "pending" || (arrival !== true && isAhead && allowed.includes("no_show"));
  const parts: { show: Panel; label: string; icon: IconName; is: boolean }[] = [
    { show: "move", label: "Move", icon: "move", is: isAhead },
    { show: "edit", label: "Edit", icon: "edit", is: true },
    { show: "refund", label: "Refund", icon: "back", is: view.refund_payments.length > 0 },
    {
      show: "cancel",
      label: line.status === "pending" ? "Decline" : "Cancel booking",
      icon: "cross",
      is: allowed.includes("cancelled"),
    },
  ];
  return (
    <div className={styles.actions}>
      {arrival !== null && (
        <PanelForm view={view} intent="arrived" className={styles.group}>
          {arrival && <input type="hidden" name="arrived" value="on" />}
          <button type="submit" className={buttons.button} data-variant={arrival ? "primary" : undefined}>
            <Icon name="in" size={18} />
            {arrival ? t("Arrived") : t("Not arrived after all")}
          </button>
        </PanelForm>
      )}
      {steps.length > 0 && (
        <PanelForm view={view} intent="status" className={styles.group}>
          {steps.map(({ status, label, icon }, index) => (
            <button
              key={status}
              type="submit"
              name="status"
              value={status}
              className={buttons.button}
              data-tone={index === 0 && isDue ? "first" : undefined}
            >
              <Icon name={icon} size={18} />
              {status === "confirmed" && view.approval_asks ? t("Approve and ask for payment") : label}
            </button>
          ))}
        </PanelForm>
      )}
      {line.owes && (allowed.includes("paid") || isTaken) && (
        <PanelForm view={view} intent="status" className={styles.group}>
          <input type="hidden" name="status" value={isTaken ? line.status : "paid"} />
          <button type="submit" name="payment_method" value="offline" className={buttons.button}>
            <Icon name="coin" size={18} />
            {t("Paid")} {line.balance.due} {t("at the desk")}
          </button>
        </PanelForm>
      )}
      {view.may_write_off && (
        <PanelForm view={view} intent="write_off" className={styles.group}>
          <button type="submit" className={buttons.button}>
            <Icon name="check" size={18} />
            {line.balance.due === null ? `Keep ${line.balance.owed}` : t("Write off {due}", { due: line.balance.due })}
          </button>
        </PanelForm>
      )}
      <div className={styles.group}>
        {parts
          .filter(({ is }) => is)
          .map((part) => (
            <PanelLink
              key={part.show}
              path={path}
              show={show === part.show ? null : part.show}
              className={buttons.button}
              current={show === part.show}
            >
              <Icon name={part.icon} size={18} />
              {part.label}
            </PanelLink>
          ))}
      </div>
    </div>
  );
}

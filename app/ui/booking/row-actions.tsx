import { useLocation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { BookingStatus } from "~/contract/bookings";
import type { BookingActions } from "~/domain/bookings/read/booking-actions";
import { msg, t } from "~/i18n/text";
import type { BookingLine } from "./booking-lines";
import { useOfflineMethod } from "./offline-method";
import { Icon, type IconName } from "../icon";
import { BookingForm } from "./booking-form";
import { Button } from "../kit/button";
import { MENU_ITEM } from "../kit/menu";

/** A booking in a list row with its actions. */
export interface RowBooking extends BookingActions {
  line: Pick<BookingLine, "id" | "owes"> & { customer: { name: string } };
  path: string;
  version: number;
}

const STEPS: { status: BookingStatus; label: string; icon: IconName }[] = [
  { status: "completed", label: msg("Completed"), icon: "flag" },
  { status: "no_show", label: msg("No-show"), icon: "absent" },
];

/** Action buttons of a list row, or items of its menu. */
export function RowActions({ booking, inMenu = false }: { booking: RowBooking; inMenu?: boolean }) {
  const { line, allowed, arrival } = booking;
  const steps = STEPS.filter(({ status }) => allowed.includes(status));
  const isOwed = line.owes && allowed.includes("paid");
  const offline_method = useOfflineMethod();
  if (steps.length === 0 && !isOwed && arrival !== true) return null;
  return (
    <div className={inMenu ? "contents" : "flex flex-wrap gap-2"}>
      {arrival === true && (
        <RowAction
          of={booking}
          intent="arrived"
          fields={{ arrived: "on" }}
          icon="in"
          inMenu={inMenu}
        >
          {t("Arrived")}
        </RowAction>
      )}
      {isOwed && (
        <RowAction
          of={booking}
          intent="status"
          fields={{ status: "paid", payment_method: "offline", offline_method }}
          icon="coin"
          inMenu={inMenu}
        >
          {t("Paid")}
        </RowAction>
      )}
      {steps.map(({ status, label, icon }) => (
        <RowAction
          key={status}
          of={booking}
          intent="status"
          fields={{ status }}
          icon={icon}
          inMenu={inMenu}
        >
          {t(label)}
        </RowAction>
      ))}
    </div>
  );
}

interface RowActionProps extends Pick<
  ComponentProps<typeof Button>,
  "className" | "size" | "variant"
> {
  of: { path: string; version: number; line: { id: string; customer: { name: string } } };
  intent: string;
  fields: Record<string, string>;
  icon?: IconName;
  inMenu?: boolean;
  children: ReactNode;
}

/** A one-button action that stays on the page. */
export function RowAction({
  of: { line, path, version },
  intent,
  fields,
  icon,
  inMenu = false,
  children,
  ...button
}: RowActionProps) {
  const { pathname, search } = useLocation();
  const label = (
    <>
      {children}
      <span className="hidden-text">
        : <bdi>{line.customer.name}</bdi>
      </span>
    </>
  );
  return (
    <BookingForm
      id={line.id}
      action={path}
      version={version}
      intent={intent}
      to={pathname + search}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {inMenu ? (
        <button type="submit" className={MENU_ITEM}>
          {icon && <Icon name={icon} size={18} />}
          <span>{label}</span>
        </button>
      ) : (
        <Button type="submit" icon={icon ?? null} {...button}>
          {label}
        </Button>
      )}
    </BookingForm>
  );
}

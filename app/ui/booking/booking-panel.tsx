import { useFetcher } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { Notice } from "../feedback/notice";
import { BookingActions } from "./booking-actions";
import { BookingFacts } from "./booking-facts";
import { CancelForm, RefundForm } from "./booking-money-forms";
import type { BookingRefusal, BookingView } from "./booking-view";
import { EditBookingForm } from "./edit-booking-form";
import { MoveForm } from "./move-form";
import { StatusBadge } from "../bookings/status-badge";
import styles from "./booking-panel.module.css";

/** What a drawer does in place of the page: it loads another part of the booking itself, and its forms lead back to the page below. */
export interface InDrawer {
  load: (search: string) => void;
  to: string;
}

interface BookingPanelProps {
  view: BookingView;
  /** What the form of the page itself was answered, where it was sent without JavaScript. */
  sent?: Partial<BookingRefusal> | undefined;
  drawer?: InDrawer;
}

/** One booking with everything that can be done with it: the page's content, and the drawer's. */
export function BookingPanel({ view, sent, drawer }: BookingPanelProps) {
  const { line, show } = view;
  const answered = useBookingFetcher(line.id).data ?? sent;
  const problems = [...(answered?.result?.error?.[""] ?? [])];
  const Title = drawer ? "h2" : "h1";
  return (
    <DrawerContext.Provider value={drawer ?? null}>
      <article className={styles.panel} aria-label={`Booking of ${line.customer.name}`}>
        <header className={styles.head}>
          <Title className={styles.name}>{line.customer.name}</Title>
          <StatusBadge status={line.status} waitsFor={line.waits_for} />
        </header>
        <p className={styles.when}>
          <span className={styles.day}>{view.day}</span>
          <time dateTime={line.starts_at} className={styles.time}>
            {line.time}
          </time>
          {view.zones !== null && <span className={styles.zones}>Guest&rsquo;s time: {view.zones}</span>}
        </p>
        <p className={styles.what}>
          {[line.service, line.resource, line.party_size > 1 ? `${line.party_size} people` : null]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {view.may_edit && <BookingActions view={view} />}
        {problems.length > 0 && <Notice tone="bad">{problems.join(" ")}</Notice>}
        {show === "move" && view.move && (
          <MoveForm view={view} move={view.move} alternatives={answered?.alternatives ?? []} />
        )}
        {show === "edit" && <EditBookingForm view={view} refusal={answered} />}
        {show === "cancel" && view.cancellation && (
          <CancelForm view={view} cancellation={view.cancellation} refusal={answered} />
        )}
        {show === "refund" && view.refundable && (
          <RefundForm view={view} refundable={view.refundable} refusal={answered} />
        )}
        <BookingFacts view={view} />
      </article>
    </DrawerContext.Provider>
  );
}

const DrawerContext = createContext<InDrawer | null>(null);
export const useDrawer = (): InDrawer | null => useContext(DrawerContext);

/** All forms of a booking answer in one place, wherever they are on the page. */
export function useBookingFetcher(id: string) {
  return useFetcher<Partial<BookingRefusal>>({ key: `booking-${id}` });
}

interface BookingFormProps {
  view: Pick<BookingView, "line" | "path" | "version" | "show">;
  intent: string;
  className?: string | undefined;
  /** The version the form was filled from, where that is not the one shown. */
  version?: number;
  children: ReactNode;
}

/** A form of a booking: posts to the booking's page, in place where there is JavaScript. */
export function BookingForm({ view, intent, className, version = view.version, children }: BookingFormProps) {
  const fetcher = useBookingFetcher(view.line.id);
  const drawer = useDrawer();
  const action = view.show === null ? view.path : `${view.path}?show=${view.show}`;
  return (
    <fetcher.Form method="post" action={action} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
      {drawer && <input type="hidden" name="to" value={drawer.to} />}
      {children}
    </fetcher.Form>
  );
}

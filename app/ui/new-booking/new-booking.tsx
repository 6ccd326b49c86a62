import { useLocation } from "@remix-run/react";
import { Notice } from "../feedback/notice";
import type { BookingRefusal } from "../booking/booking-view";
import { PageHeader } from "../layout/page-header";
import type { DeskState } from "./desk-state";
import { GuestSearch } from "./guest-search";
import { TimesForm } from "./times-form";
import styles from "./new-booking.module.css";

export interface NewBookingProps {
  state: DeskState;
  refusal: Partial<BookingRefusal> | undefined;
}

/**
 * Taking a booking: who (type, Enter), then when (Enter takes the first free time). Its whole state but what is being typed is in the
 * address, so every step works as a link or a form.
 */
export function NewBooking({ state, refusal }: NewBookingProps) {
  const { search } = useLocation();
  const problems = Object.values(refusal?.result?.error ?? {}).flatMap((messages) => messages ?? []);
  return (
    <div className={styles.desk}>
      <PageHeader title="New booking" aside={`Time zone: ${state.time_zone}`} />
      {problems.length > 0 && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <GuestSearch state={state} search={search} />
      {state.guest.kind !== "none" && (
        <TimesForm
          key={state.guest.kind === "known" ? state.guest.id : "new"}
          state={state}
          search={search}
          alternatives={refusal?.alternatives ?? []}
          typed={refusal?.result?.initialValue}
        />
      )}
    </div>
  );
}

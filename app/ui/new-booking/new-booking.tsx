import { t } from "~/i18n/text";
import { Problems } from "../form/problems";
import type { BookingRefusal } from "../booking/booking-view";
import { MainTitle } from "../layout/in-drawer";
import type { DeskState } from "./desk-state";
import { GuestSearch } from "./guest-search";
import { TimesForm } from "./times-form";
import { useDesk } from "./use-desk";
import styles from "./new-booking.module.css";

export interface NewBookingProps {
  state: DeskState;
  /** What the form of the page itself was answered. */
  sent?: Partial<BookingRefusal> | undefined;
}

/**
 * Taking a booking: who (type, Enter), then when (Enter takes the first free time). Its whole state but what is being typed is in the
 * address, so every step works as a link or a form.
 */
export function NewBooking({ state, sent }: NewBookingProps) {
  const desk = useDesk();
  const refusal = desk.refusal ?? sent;
  return (
    <div className={styles.desk}>
      <header className={styles.head}>
        <MainTitle className={styles.title}>{t("New booking")}</MainTitle>
        <p className={styles.hint}>{t("Time zone: {time_zone}", { time_zone: state.time_zone })}</p>
      </header>
      <Problems refusal={refusal?.result} />
      <GuestSearch state={state} desk={desk} />
      <TimesForm
        key={state.guest.kind === "known" ? state.guest.id : state.guest.kind}
        state={state}
        desk={desk}
        alternatives={refusal?.alternatives ?? []}
        typed={refusal?.result?.initialValue}
      />
    </div>
  );
}

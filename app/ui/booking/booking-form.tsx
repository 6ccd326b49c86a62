import { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { allProblems } from "../form/problems";
import type { BookingRefusal } from "./booking-view";

/** All forms of a booking share one fetcher, wherever they are. */
export function useBookingFetcher(id: string) {
  return useFetcher<Partial<BookingRefusal>>({ key: `booking-${id}` });
}

/** Joins a form's errors; "" for none. */
export const problemsOf = (refusal: Partial<BookingRefusal> | undefined): string =>
  allProblems(refusal?.result?.error);

interface BookingFormProps {
  id: string;
  action: string;
  intent: string;
  version: number;
  /** The page to go to, if not the booking's own. */
  to?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Posts to the booking's page, in place with JavaScript. */
export function BookingForm({
  id,
  action,
  intent,
  version,
  to,
  className,
  children,
}: BookingFormProps) {
  const fetcher = useBookingFetcher(id);
  return (
    <fetcher.Form method="post" action={action} className={className}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
      {to !== undefined && <input type="hidden" name="to" value={to} />}
      {children}
    </fetcher.Form>
  );
}

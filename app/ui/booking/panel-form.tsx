import { type ReactNode, useState } from "react";
import { PageForm, type PageFormProps } from "../form/page-form";
import { BookingForm, useBookingFetcher } from "./booking-form";
import type { BookingRefusal, BookingView } from "./booking-view";
import { PartTitle, useDrawer } from "../layout/in-drawer";

export const PanelTitle = ({ children }: { children: ReactNode }) => (
  <PartTitle className="m-0 text-[0.875rem] font-semibold leading-[1.25rem]">{children}</PartTitle>
);

type Shown = Pick<BookingView, "line" | "path" | "version" | "show">;

const actionOf = ({ path, show }: Shown) => (show === null ? path : `${path}?show=${show}`);

interface PanelFormProps {
  view: Shown;
  intent: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A form of buttons for the booking. In a drawer it returns to the page below. */
export function PanelForm({ view, intent, className, children }: PanelFormProps) {
  const to = useDrawer()?.to;
  return (
    <BookingForm
      id={view.line.id}
      action={actionOf(view)}
      version={view.version}
      intent={intent}
      className={className}
      to={to}
    >
      {children}
    </BookingForm>
  );
}

/** Forms with fields (PanelFields); they display their own errors. */
export const FILLED_IN = ["edit", "cancel", "refund"];

interface PanelFieldsProps extends Pick<
  PageFormProps,
  "stored" | "typed" | "meanwhile" | "children"
> {
  view: Shown;
  intent: string;
  refusal: Partial<BookingRefusal> | undefined;
}

/**
 * A form with fields. Keeps the stored values from the first render, so revalidation never
 * overwrites typing.
 */
export function PanelFields({ view, refusal, stored = {}, children, ...form }: PanelFieldsProps) {
  const to = useDrawer()?.to;
  const fetcher = useBookingFetcher(view.line.id);
  const [from] = useState({ version: view.version, stored });
  return (
    <PageForm
      as={fetcher.Form}
      action={actionOf(view)}
      stored={from.stored}
      refusal={refusal?.result}
      version={{ field: "version", stored: from.version, conflict: refusal?.conflict?.version }}
      draft={`booking ${view.line.id} ${form.intent}`}
      className="flex flex-col gap-3 p-4 border border-line rounded-[0.625rem] bg-bg text-[0.875rem] leading-[1.25rem]"
      {...form}
    >
      {to !== undefined && <input type="hidden" name="to" value={to} />}
      {children}
    </PageForm>
  );
}

import { type ReactNode, useState } from "react";
import { PageForm, type PageFormProps } from "../form/page-form";
import { BookingForm, useBookingFetcher } from "./booking-form";
import type { BookingRefusal, BookingView } from "./booking-view";
import { PartTitle, useDrawer } from "../layout/in-drawer";
import styles from "./booking-panel.module.css";

/** The title of a part of the booking. */
export const PanelTitle = ({ children }: { children: ReactNode }) => (
  <PartTitle className={styles.title}>{children}</PartTitle>
);

type Shown = Pick<BookingView, "line" | "path" | "version" | "show">;

const actionOf = ({ path, show }: Shown) => (show === null ? path : `${path}?show=${show}`);

interface PanelFormProps {
  view: Shown;
  intent: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A form of buttons of the booking that is shown: of its page, or of the drawer, which leads back to the page below. */
export function PanelForm({ view, intent, className, children }: PanelFormProps) {
  const to = useDrawer()?.to;
  return (
    <BookingForm
      id={view.line.id}
      action={actionOf(view)}
      version={view.version}
      {...{ intent, className, to }}
    >
      {children}
    </BookingForm>
  );
}

/** The forms below, which say themselves why they were refused. */
export const FILLED_IN = ["edit", "cancel", "refund"];

interface PanelFieldsProps extends Pick<
  PageFormProps,
  "stored" | "typed" | "meanwhile" | "children"
> {
  view: Shown;
  intent: string;
  refusal: Partial<BookingRefusal> | undefined;
}

/** The same of one that is filled in. What is stored is read once: a page that reads again takes no field from who types. */
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
      className={styles.part!}
      {...form}
    >
      {to !== undefined && <input type="hidden" name="to" value={to} />}
      {children}
    </PageForm>
  );
}

import type { ReactNode } from "react";
import { BookingForm } from "./booking-form";
import type { BookingView } from "./booking-view";
import { PartTitle, useDrawer } from "../layout/in-drawer";
import styles from "./booking-panel.module.css";

/** The title of a part of the booking. */
export const PanelTitle = ({ children }: { children: ReactNode }) => (
  <PartTitle className={styles.title}>{children}</PartTitle>
);

interface PanelFormProps {
  view: Pick<BookingView, "line" | "path" | "version" | "show">;
  intent: string;
  className?: string | undefined;
  /** The version the form was filled from, where that is not the one shown. */
  version?: number;
  children: ReactNode;
}

/** A form of the booking that is shown: of its page, or of the drawer, which leads back to the page below. */
export function PanelForm({ view, intent, className, version = view.version, children }: PanelFormProps) {
  const to = useDrawer()?.to;
  const action = view.show === null ? view.path : `${view.path}?show=${view.show}`;
  return (
    <BookingForm id={view.line.id} {...{ action, intent, className, version, to }}>
      {children}
    </BookingForm>
  );
}

import {
  createElement,
  useEffect,
  useRef,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from "react";
import type { BookingWidget as Element } from "./booking-widget";
import type { BookingEvents } from "./events";

/** Properties of the element. */
type Settings = Partial<
  Pick<
    Element,
    | "publishableKey"
    | "baseUrl"
    | "configId"
    | "resourceId"
    | "scheduleId"
    | "bookingLink"
    | "lengthMinutes"
    | "date"
    | "partySize"
    | "locale"
    | "timeZone"
    | "theme"
    | "mode"
    | "returnUrl"
    | "customerName"
    | "customerEmail"
    | "customerPhone"
    | "preview"
  >
>;

/** Events by React prop name: `onBookingCreated` for `booking-created`. */
const EVENTS = {
  onBookingReady: "booking-ready",
  onBookingSlotSelect: "booking-slot-select",
  onBookingCreated: "booking-created",
  onBookingRedirect: "booking-redirect",
  onBookingPaid: "booking-paid",
  onBookingError: "booking-error",
  onBookingClose: "booking-close",
} as const;
type Listeners = {
  [Prop in keyof typeof EVENTS]?: (
    event: CustomEvent<BookingEvents[(typeof EVENTS)[Prop]]>,
  ) => void;
};

export type BookingWidgetProps = Settings &
  Listeners &
  Pick<HTMLAttributes<HTMLElement>, "className" | "style" | "id"> & { children?: ReactNode };

/**
 * `<booking-widget>` for React, with properties and typed events as props. The page loads the
 * element's script or module.
 */
export function BookingWidget(props: BookingWidgetProps): ReactElement {
  const element = useRef<Element>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
    const { children: _, className: _class, style: _style, id: _id, ...rest } = props;
    for (const [name, value] of Object.entries(rest))
      if (!(name in EVENTS) && element.current) Object.assign(element.current, { [name]: value });
  });
  useEffect(() => {
    const target = element.current;
    const stops = Object.entries(EVENTS).map(([prop, name]) => {
      const hear = (event: Event) =>
        (latest.current[prop as keyof typeof EVENTS] as ((event: Event) => void) | undefined)?.(
          event,
        );
      target?.addEventListener(name, hear);
      return () => target?.removeEventListener(name, hear);
    });
    return () => stops.forEach((stop) => stop());
  }, []);
  const { children, className, style, id } = props;
  return createElement("booking-widget", { ref: element, class: className, style, id }, children);
}

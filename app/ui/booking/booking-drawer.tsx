import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { Drawer } from "../layout/drawer";
import { BookingPanel } from "./booking-panel";
import type { BookingView } from "./booking-view";

/** A booking over the page that lists it. It is the booking's own page, loaded into a dialog. */
export default function BookingDrawer({ id }: { id: string }) {
  const path = `/dashboard/bookings/${encodeURIComponent(id)}`;
  const page = useFetcher<BookingView>({ key: `drawer-${id}` });
  const { load } = page;
  useEffect(() => load(path), [load, path]);
  return (
    <Drawer label={t("Booking")} page={path} load={(search) => load(path + search)} isBusy={page.state !== "idle"}>
      {page.data && <BookingPanel view={page.data} />}
    </Drawer>
  );
}

import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { Drawer } from "../layout/drawer";
import { NEW_BOOKING } from "../layout/navigation";
import { deskPath, type DeskState } from "./desk-state";
import { NewBooking } from "./new-booking";

/** The new-booking page in a drawer. `search` is its query string. */
export default function NewBookingDrawer({ search }: { search: string }) {
  const page = useFetcher<DeskState>({ key: "drawer-new" });
  const path = deskPath(search);
  const { load } = page;
  useEffect(() => load(path), [load, path]);
  return (
    <Drawer
      label={t("New booking")}
      page={path}
      load={(search) => load(NEW_BOOKING + search)}
      isBusy={page.state !== "idle"}
      isThere={page.data !== undefined}
    >
      {page.data && <NewBooking state={page.data} />}
    </Drawer>
  );
}

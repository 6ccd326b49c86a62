import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { Drawer } from "../layout/drawer";
import { SlotPanel, type SlotView } from "./slot-panel";

/** A slot's page in a drawer. */
export default function SlotDrawer({ id }: { id: string }) {
  const path = `/dashboard/slots/${encodeURIComponent(id)}`;
  const page = useFetcher<SlotView>({ key: `drawer-${id}` });
  const { load } = page;
  useEffect(() => load(path), [load, path]);
  return (
    <Drawer
      label={t("Class")}
      page={path}
      load={(search) => load(path + search)}
      isBusy={page.state !== "idle"}
      isThere={page.data !== undefined}
    >
      {page.data && <SlotPanel slot={page.data} />}
    </Drawer>
  );
}

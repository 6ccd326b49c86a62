import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { t } from "~/i18n/text";
import { Drawer } from "../layout/drawer";
import { useDrawer } from "../layout/in-drawer";
import { BLOCK_PAGE } from "./block-address";
import { BlockForm, NoBlock } from "./block-form";
import type { BlockView } from "./block-view";

/**
 * Loads the time-off page into a dialog over the calendar. `search` is that page's query string.
 */
export default function BlockDrawer({ search }: { search: string }) {
  const path = `${BLOCK_PAGE}?${search}`;
  const page = useFetcher<BlockView | null>({ key: `drawer-${search}` });
  const { load } = page;
  useEffect(() => load(path), [load, path]);
  const title = page.data?.id == null ? t("Block time") : t("Blocked time");
  return (
    <Drawer
      label={title}
      page={path}
      load={(other) => load(BLOCK_PAGE + other)}
      isBusy={page.state !== "idle"}
      isThere={page.data !== undefined}
    >
      {page.data === null && <NoBlock heading="h2" />}
      {page.data && <OpenBlock title={title} view={page.data} />}
    </Drawer>
  );
}

function OpenBlock({ title, view }: { title: string; view: BlockView }) {
  const drawer = useDrawer()!; // always rendered inside a drawer
  return (
    <>
      <h2 className="m-0 mb-4 text-[1.5rem] [font-weight:650] leading-8">{title}</h2>
      <BlockForm view={view} to={drawer.to} />
    </>
  );
}

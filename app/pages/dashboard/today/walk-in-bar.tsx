import { Link, useFetcher, useLocation } from "@remix-run/react";
import { type MouseEvent, useEffect, useState } from "react";
import { t } from "~/i18n/text";
import { Problems } from "~/ui/form/problems";
import { Icon } from "~/ui/icon";
import { Button, BUTTON } from "~/ui/kit/button";
import { Menu, MENU_ITEM, MenuPanel } from "~/ui/kit/menu";
import { withDrawer } from "~/ui/layout/drawer-address";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { deskPath } from "~/ui/new-booking/desk-state";
import type { DeskRefusal } from "~/ui/new-booking/use-desk";
import type { WalkInView } from "./walk-in-view";

/** The clock moves: "now" is read again. */
const READ_AGAIN_MS = 60_000;

const CHIPS =
  "flex gap-1.5 min-w-0 m-0 p-0.5 list-none @max-md:overflow-x-auto @md:flex-wrap [&>li]:flex-none";

/**
 * A guest without a booking: a service, the first person who is free, Book. The form is that of
 * New booking. Before JavaScript the chips are links to this page.
 */
export function WalkInBar({ view: initial }: { view: WalkInView }) {
  const location = useLocation();
  const reader = useFetcher<WalkInView | null>();
  const sender = useFetcher<DeskRefusal>();
  const [picked, setPicked] = useState<string | null>(null);
  const view = reader.data ?? initial;
  const { service, offers } = view;
  const chosen =
    offers.find(({ resource_id }) => resource_id === (picked ?? view.chosen)) ?? offers[0];
  const { load } = reader;
  const again = `/dashboard/walk-in?walk_in=${service.id}`;
  const refusal = sender.state === "loading" ? undefined : sender.data; // as in use-desk.ts
  useEffect(() => {
    // The refused time is gone: a rejected form reloads nothing by itself.
    if (refusal !== undefined) load(again);
    const timer = setInterval(() => !document.hidden && load(again), READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [again, load, refusal]);
  const pathOf = (change: Record<string, string>) => {
    const params = new URLSearchParams(location.search);
    params.delete("with");
    for (const [name, value] of Object.entries(change)) params.set(name, value);
    return withDrawer({ pathname: location.pathname, search: params.toString() }, null);
  };
  const onPlainClick = (act: () => void) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    act();
  };
  const serviceLink = ({ id, name }: WalkInView["service"], className: string) => (
    <Link
      to={pathOf({ walk_in: id })}
      className={className}
      data-size="small"
      aria-current={id === service.id || undefined}
      preventScrollReset
      replace
      onClick={onPlainClick(() => {
        setPicked(null);
        load(`/dashboard/walk-in?walk_in=${id}`);
      })}
    >
      <bdi className="max-w-48 truncate">{name}</bdi>
    </Link>
  );
  const details = new URLSearchParams({ walk_in: "1", service: service.id }).toString();
  return (
    <section
      aria-labelledby="walk-in"
      className="mb-2 py-1.5 px-3 border border-line rounded-[8px] text-sm"
      aria-busy={reader.state !== "idle" || undefined}
    >
      <div className="flex gap-2 items-center min-h-9">
        <h2 id="walk-in" className="flex-none m-0 text-sm font-semibold">
          {t("Walk-in")}
        </h2>
        <ul className={CHIPS}>
          {view.services.map((each) => (
            <li key={each.id}>{serviceLink(each, BUTTON)}</li>
          ))}
        </ul>
        {view.more.length > 0 && (
          <Menu
            key={service.id}
            className="relative flex-none"
            summaryClassName={BUTTON}
            summary={
              <>
                {t("More")}
                <Icon name="down" size={16} />
              </>
            }
          >
            <MenuPanel className="z-10 inset-e-0 max-h-80 overflow-y-auto @md:inset-s-0 @md:inset-e-auto">
              {view.more.map((each) => (
                <div key={each.id}>{serviceLink(each, MENU_ITEM)}</div>
              ))}
            </MenuPanel>
          </Menu>
        )}
      </div>
      <Problems refusal={refusal?.result} />
      <sender.Form
        method="post"
        action={deskPath(details)}
        className="flex flex-wrap gap-2 items-center min-h-9 max-md:mt-2"
      >
        {offers.length === 0 && <p className="m-0 text-muted">{t("Nobody is free today.")}</p>}
        {offers.length > 0 && (
          <ul className={`${CHIPS} @max-md:basis-full`}>
            {offers.map(({ resource_id, words }) => (
              <li key={resource_id}>
                <Link
                  to={pathOf({ walk_in: service.id, with: resource_id })}
                  className={BUTTON}
                  data-size="small"
                  aria-current={resource_id === chosen?.resource_id || undefined}
                  preventScrollReset
                  replace
                  onClick={onPlainClick(() => setPicked(resource_id))}
                >
                  {words}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <span className="inline-flex gap-2 ms-auto">
          <NewBookingLink search={details} className={BUTTON}>
            {t("Other time")}
          </NewBookingLink>
          {chosen !== undefined && (
            <>
              {Object.entries({
                ...chosen.fields,
                name: view.name,
                key: view.key,
                to: pathOf({}),
              }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              {refusal?.may_override && (
                <Button type="submit" name="override" value="on">
                  {t("Book anyway")}
                </Button>
              )}
              <Button type="submit" variant="primary" loading={sender.state !== "idle"}>
                {t("Book")}
                <span className="hidden-text">
                  : {service.name}, {chosen.words}
                </span>
              </Button>
            </>
          )}
        </span>
      </sender.Form>
    </section>
  );
}

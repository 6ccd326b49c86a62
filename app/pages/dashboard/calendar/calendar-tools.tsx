import { Form, Link, useLocation, useNavigate, useSubmit } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { msg, t } from "~/i18n/text";
import { blockPath, blockSearch } from "~/ui/block/block-address";
import { Icon } from "~/ui/icon";
import { withDrawer } from "~/ui/layout/drawer-address";
import { Button, ICON_BUTTON } from "~/ui/kit/button";
import { Select, TextInput } from "~/ui/kit/inputs";
import { FLOATING, Menu, MENU_ITEM, SHEET_ON_PHONES } from "~/ui/kit/menu";
import { type CalendarQuery, CARD_COLOURS, type CardColour } from "./calendar-query";
import { PeopleForm, type Pickable } from "./people-menu";
import { MAX_SEGMENTS } from "./resource-switcher";

const COLOUR_NAMES: Record<CardColour, string> = {
  status: msg("Status"),
  resource: msg("Resource"),
  service: msg("Service"),
};

interface CalendarToolsProps {
  query: CalendarQuery;
  resources: Pickable[];
  time_zone: string;
  mayEdit: boolean;
  /** Shown in the bar on wide screens. */
  children: ReactNode;
}

/** Secondary tools in a menu; a bottom sheet on phones. */
export function CalendarTools({
  query,
  resources,
  time_zone,
  mayEdit,
  children,
}: CalendarToolsProps) {
  const submit = useSubmit();
  const location = useLocation();
  const navigate = useNavigate();
  const block = { date: query.date };
  const openBlock = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, blockSearch(block), "block"), { preventScrollReset: true });
  };
  return (
    <Menu
      className="relative"
      summaryClassName={ICON_BUTTON}
      summary={
        <>
          <Icon name="settings" size={18} />
          <span className="hidden-text">{t("View and tools")}</span>
        </>
      }
    >
      <div
        className={`${FLOATING} top-full inset-e-0 z-190 w-64 max-h-[calc(100dvh-8rem)] mt-1 p-2 overflow-auto text-md max-md:p-4 ${SHEET_ON_PHONES}`}
      >
        {children}
        {mayEdit && (
          <Link to={blockPath(block)} className={MENU_ITEM} onClick={openBlock}>
            <Icon name="clock" size={18} /> {t("Block time")}
          </Link>
        )}
        <Link to={`/dashboard/calendar/sheet?date=${query.date}`} className={MENU_ITEM}>
          <Icon name="list" size={18} /> {t("Day sheet")}
        </Link>
        <Link to="/dashboard/settings/me" className={MENU_ITEM}>
          <Icon name="calendar" size={18} /> {t("Calendar feed (iCal)")}
        </Link>
        <Form
          className="grid gap-2 my-2 p-2 border-y border-line"
          onChange={(event) =>
            submit(event.currentTarget, { preventScrollReset: true, replace: true })
          }
        >
          <input type="hidden" name="view" value={query.view} />
          {query.resources.map((id) => (
            <input key={id} type="hidden" name="resource" value={id} />
          ))}
          {query.all && query.resources.length === 0 && (
            <input type="hidden" name="resource" value="all" />
          )}
          <TextInput
            type="date"
            name="date"
            label={t("Date")}
            key={query.date}
            defaultValue={query.date}
            required
          />
          <Select
            name="colour"
            label={t("Colour by")}
            defaultValue={query.colour}
            options={CARD_COLOURS.map((value) => ({ value, label: t(COLOUR_NAMES[value]) }))}
          />
          <noscript>
            <Button type="submit">{t("Show")}</Button>
          </noscript>
        </Form>
        {resources.length > 2 && resources.length <= MAX_SEGMENTS && (
          <PeopleForm query={query} resources={resources} />
        )}
        <p className="mt-2 mb-0 px-2 text-muted text-xs">
          {t("Time zone: {{time_zone}}", { time_zone })}
        </p>
      </div>
    </Menu>
  );
}

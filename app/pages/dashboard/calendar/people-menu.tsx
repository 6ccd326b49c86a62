import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { Button } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { FLOATING, Menu, MENU_ITEM, SHEET_ON_PHONES } from "~/ui/kit/menu";
import { Avatar } from "./avatar";
import { type CalendarQuery, calendarPath, MAX_SHOWN } from "./calendar-query";

export interface Pickable {
  id: string;
  name: string;
  color: string | null;
}

interface PeopleProps {
  query: CalendarQuery;
  resources: Pickable[];
}

/** With fewer, all are in view. */
const MAX_UNSEARCHED = 10;

/** Everyone, one person or some of them; with many people, found by name. */
export function PeopleMenu({ className = "", ...people }: PeopleProps & { className?: string }) {
  const { query, resources } = people;
  const [first, ...others] = query.resources;
  const one = others.length === 0 ? resources.find(({ id }) => id === first) : undefined;
  return (
    <Menu
      className={`relative ${className}`}
      summaryClassName="flex gap-1.5 items-center min-h-8 max-w-48 px-2.5 border border-line-2 rounded-md bg-raised text-sm font-medium hover:bg-hover max-md:min-h-10 max-md:max-w-34"
      summary={
        <>
          {one && <Avatar name={one.name} color={one.color} />}
          <span className="truncate">
            <span className="hidden-text">{t("Resource")}: </span>
            {one
              ? one.name
              : others.length === 0
                ? t("All ({{count}})", { count: resources.length })
                : t("{{count}} of {{total}}", {
                    count: query.resources.length,
                    total: resources.length,
                  })}
          </span>
          <Icon name="down" size={16} />
        </>
      }
    >
      <div
        className={`${FLOATING} top-full inset-e-0 z-190 w-72 mt-1 p-2 text-md max-md:p-4 ${SHEET_ON_PHONES}`}
      >
        <Link
          to={calendarPath(query, { resources: [], all: true })}
          className={MENU_ITEM}
          aria-current={first === undefined ? "true" : undefined}
        >
          {t("All ({{count}})", { count: resources.length })}
        </Link>
        <PeopleForm {...people} />
      </div>
    </Menu>
  );
}

/** A name shows that person; ticks show several, and are stored as this user's own selection. */
export function PeopleForm({ query, resources }: PeopleProps) {
  const [typed, setTyped] = useState("");
  const most = MAX_SHOWN[query.view];
  const isFound = (name: string) =>
    name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
  return (
    <Form
      method="post"
      action="/dashboard/calendar/resources"
      key={query.resources.join()}
      preventScrollReset
    >
      <input type="hidden" name="to" value={calendarPath(query, { resources: [], all: false })} />
      {resources.length > MAX_UNSEARCHED && (
        <TextInput
          type="search"
          className="my-1 needs-script"
          aria-label={t("Find a name")}
          placeholder={t("Find a name")}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.currentTarget.form
              ?.querySelector<HTMLElement>("[data-person]:not([hidden]) a")
              ?.click();
          }}
        />
      )}
      <fieldset className="max-h-[min(24rem,50dvh)] m-0 p-0 overflow-auto border-0">
        <legend className="px-2 text-muted text-xs font-medium">
          {resources.length > most
            ? t("Resources, at most {{most}} at once", { most })
            : t("Resources")}
        </legend>
        {resources.map(({ id, name, color }) => (
          <div
            key={id}
            className="flex items-center [&[hidden]]:hidden"
            data-person
            hidden={!isFound(name)}
          >
            <label className="grid flex-none place-items-center size-8 cursor-pointer max-md:size-10">
              <input
                type="checkbox"
                name="resource"
                value={id}
                defaultChecked={query.resources.includes(id)}
              />
              <span className="hidden-text">{name}</span>
            </label>
            <Link
              to={calendarPath(query, { resources: [id] })}
              className={`${MENU_ITEM} flex-1 min-w-0`}
              aria-current={query.resources.includes(id) ? "true" : undefined}
            >
              <Avatar name={name} color={color} />
              <bdi className="truncate">{name}</bdi>
            </Link>
          </div>
        ))}
      </fieldset>
      <Button type="submit" fullWidth className="mt-1">
        {t("Show selected")}
      </Button>
    </Form>
  );
}

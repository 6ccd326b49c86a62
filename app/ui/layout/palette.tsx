import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { t } from "~/i18n/text";
import { hasConnection } from "../connection/cut-off";
import { Icon, type IconName } from "../icon";
import { type Found, HELP_PATH } from "./found";
import { useTypedSearch } from "../use-typed-search";
import { Dialog } from "./dialog";
import { navigation, NEW_BOOKING } from "./navigation";

interface Option {
  to: string;
  icon: IconName;
  title: string;
  more: string;
  /** Of the title, if it differs from the page's. */
  lang?: string;
}

const TYPING_MS = 150;

interface PaletteProps {
  pages: string[];
  mayBook: boolean;
  go: (to: string) => void;
  onClose: () => void;
}

/** Global search for pages, a few customers, bookings and Help, with arrow keys and Enter. */
export default function Palette({ pages, mayBook, go, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { data, state, ask } = useTypedSearch<Found>("palette", "/dashboard/search");
  const id = useId();
  useEffect(() => {
    if (typed.trim().length < 2 || !hasConnection()) return;
    const timer = setTimeout(() => ask(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, ask]);
  const options = [
    ...deeds(pages, mayBook).filter(({ title }) =>
      title.toLowerCase().includes(typed.trim().toLowerCase()),
    ),
    ...(typed.trim().length < 2 ? [] : foundOptions(data)),
  ];
  const chosen = Math.min(at, options.length - 1);
  const open = ({ to }: Option) => {
    onClose();
    if (to.startsWith(HELP_PATH)) location.assign(to);
    else go(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + options.length) % Math.max(options.length, 1));
    else if (event.key === "Enter" && options[chosen] !== undefined) open(options[chosen]);
    else return;
    event.preventDefault();
  };
  const isSettled = state === "idle" && data?.q === typed.trim();
  return (
    <Dialog place="top" label={t("Search")} onClose={onClose}>
      <div className="sticky top-0 flex items-center gap-3 py-1 ps-5 pe-2 border-b border-line bg-surface text-muted">
        <Icon name="search" />
        <input
          className="flex-1 min-w-0 h-11 border-0 outline-none bg-transparent text-text text-lg placeholder:text-muted placeholder:opacity-100"
          type="text"
          role="combobox"
          aria-label={t("Search customers, bookings and pages")}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          autoFocus
          maxLength={100}
          placeholder={t("Name, phone, reference or page")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="grid place-items-center size-10 border-0 rounded-md bg-transparent text-inherit cursor-pointer"
          onClick={onClose}
        >
          <Icon name="cross" size={18} />
          <span className="hidden-text">{t("Close")}</span>
        </button>
      </div>
      <ul id={id} role="listbox" aria-label={t("Found")} className="m-0 p-2 list-none">
        {options.map((option, index) => (
          <li
            key={option.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="flex items-center gap-3 min-h-10 px-3 rounded-md cursor-pointer aria-selected:bg-fill"
            onPointerMove={() => setAt(index)}
            onClick={() => open(option)}
          >
            <Icon className="text-muted" name={option.icon} />
            <span className="truncate font-medium" lang={option.lang}>
              {option.title}
            </span>
            <span className="truncate ms-auto text-muted text-sm">{option.more}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="m-0 px-5 text-muted not-empty:pt-2 not-empty:pb-5">
        {typed.trim().length >= 2 &&
          isSettled &&
          options.length === 0 &&
          t("No results. Try another part of the name, phone or reference.")}
      </p>
    </Dialog>
  );
}

function deeds(pages: string[], mayBook: boolean): Option[] {
  const go = navigation.filter(({ to }) => pages.includes(to));
  return [
    ...(mayBook
      ? [{ to: NEW_BOOKING, icon: "plus" as const, title: t("New booking"), more: "" }]
      : []),
    ...go.map(({ to, label, icon }) => ({ to, icon, title: t(label), more: t("Page") })),
  ];
}

function foundOptions(found: Found | undefined): Option[] {
  return [
    ...(found?.customers ?? []).map(({ id, name, contact }) => ({
      to: `/dashboard/customers/${id}`,
      icon: "people" as const,
      title: name,
      more: contact,
    })),
    ...(found?.bookings ?? []).map(({ id, title, more }) => ({
      to: `/dashboard/bookings/${id}`,
      icon: "calendar" as const,
      title,
      more,
    })),
    ...(found?.help ?? []).map(({ to, title }) => ({
      to,
      icon: "info" as const,
      title,
      more: t("Help"),
      lang: "en",
    })),
  ];
}

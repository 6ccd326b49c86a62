import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";
import { TextInput } from "../kit/inputs";
import { Rich } from "../rich";
import { hasConnection } from "../connection/cut-off";
import type { DeskState, GuestMatches } from "./desk-state";
import { NEW_BOOKING } from "../layout/navigation";
import { useTypedSearch } from "../use-typed-search";

/** Pause between keystrokes. */
const TYPING_MS = 60;

/**
 * Finds the guest by name, phone or email. Enter picks the first match, or takes the text as a new
 * guest.
 */
export function GuestSearch({ state }: { state: DeskState }) {
  const [typed, setTyped] = useState(state.q);
  const { data, ask } = useTypedSearch<GuestMatches>("guests", `${NEW_BOOKING}/guests`);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    setTyped(value);
    clearTimeout(timer.current);
    const isWorth = value.trim().length > 1 && hasConnection();
    if (isWorth) timer.current = setTimeout(() => ask(value.trim()), TYPING_MS);
  };
  const q = typed.trim();
  const { matches, is_wish, q: answered } = data ?? state;
  const shown = q !== "" && q === answered ? matches : null;
  const first = shown?.[0];
  return (
    <section aria-label={t("Guest")} role="search" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2 [&>:first-child]:flex-[1_1_14rem]">
        <TextInput
          name="q"
          type="search"
          label={t("Guest")}
          placeholder={t("Search name, phone or email")}
          defaultValue={state.q}
          maxLength={100}
          autoComplete="off"
          autoFocus
          onChange={onChange}
        />
        <Button type="submit" variant="primary" name="pick" value={first?.id ?? "1"}>
          {first
            ? t("Book for {{guest}}", { guest: first.name })
            : shown !== null && is_wish
              ? t("Show times")
              : t("New guest")}
        </Button>
        <Button type="submit" name="walk_in" value="1">
          {t("Walk-in")}
        </Button>
      </div>
      {shown !== null && !is_wish && (
        <>
          <p role="status" className="m-0 text-muted text-[0.8125rem] leading-[1.125rem]">
            {shown.length > 0 ? (
              t("Press Enter to choose the first.")
            ) : (
              <Rich
                text={t("No customer matches <guest>{{guest}}</guest>. Enter adds a new guest.", {
                  guest: q,
                })}
                parts={{ guest: (inner) => <bdi>{inner}</bdi> }}
              />
            )}
          </p>
          {shown.length > 0 && (
            <ul className="m-0 p-0 border-b border-line list-none [&_button]:flex [&_button]:flex-wrap [&_button]:items-center [&_button]:justify-between [&_button]:gap-x-4 [&_button]:gap-y-0 [&_button]:w-full [&_button]:min-h-11 [&_button]:py-1 [&_button]:px-2 [&_button]:border-0 [&_button]:border-t [&_button]:border-line [&_button]:bg-transparent [&_button]:text-muted [&_button]:[&_button]:text-start [&_button]:cursor-pointer [&_button:hover]:bg-hover">
              {shown.map(({ id, name, contact }) => (
                <li key={id}>
                  <button type="submit" name="customer" value={id}>
                    <bdi className="text-text font-semibold">{name}</bdi>
                    <span>{contact}</span>
                  </button>
                </li>
              ))}
              <li>
                <button type="submit" name="new" value="1">
                  <span className="text-text font-semibold">
                    {t("New guest: {{guest}}", { guest: q })}
                  </span>
                </button>
              </li>
            </ul>
          )}
        </>
      )}
    </section>
  );
}

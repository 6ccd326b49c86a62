import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { TextInput } from "../kit/inputs";
import { Icon } from "../icon";
import type { DeskState } from "./desk-state";
import type { Desk } from "./use-desk";

interface GuestFieldsProps {
  state: DeskState;
  desk: Desk;
  /** Previous input, or `otherwise`. */
  typed: (name: string, otherwise: string) => string;
}

const NOBODY = {
  customer: null,
  new: null,
  walk_in: null,
  q: null,
  name: null,
  email: null,
  phone: null,
};

/** The guest: a known customer, or fields for a new one. */
export function GuestFields({ state, desk, typed }: GuestFieldsProps) {
  const { guest } = state;
  if (guest.kind === "none") return null;
  const change = (
    <Link
      to={desk.pathTo(NOBODY)}
      className="flex-none text-accent-text whitespace-nowrap leading-[2rem] max-md:leading-[2.5rem]"
      replace
    >
      {t("Change guest")}
    </Link>
  );
  if (guest.kind === "known")
    return (
      <section
        aria-label={t("Guest")}
        className="flex items-center gap-3 py-3 px-4 border border-line rounded-[0.375rem]"
      >
        <Icon className="text-muted" name="people" />
        <div className="flex flex-[1_1_12rem] flex-col min-w-0 text-muted text-[0.8125rem] leading-[1.125rem] wrap-anywhere">
          <strong className="text-text text-[0.875rem] font-semibold leading-[1.25rem]">
            {guest.name}
          </strong>
          <span>{[guest.phone, guest.email].filter(Boolean).join(" · ")}</span>
          <span>{guest.visits}</span>
        </div>
        {change}
        <input type="hidden" name="customer" value={guest.id} />
        <input type="hidden" name="name" value={guest.name} />
        <input type="hidden" name="email" value={guest.email} />
        <input type="hidden" name="phone" value={guest.phone} />
      </section>
    );
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0 [&_legend]:p-0 [&_legend]:pb-1.5 [&_legend]:text-[0.875rem] [&_legend]:font-semibold [&_legend]:leading-[1.25rem]">
      <legend>{t("New guest")}</legend>
      <input type="hidden" name="new" value="1" />
      <input type="hidden" name="q" value={state.q} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 items-end">
        <TextInput
          name="name"
          label={t("Name")}
          maxLength={120}
          defaultValue={typed("name", guest.name)}
          autoComplete="off"
          autoFocus={guest.name === ""}
        />
        <TextInput
          name="phone"
          type="tel"
          label={t("Phone")}
          maxLength={32}
          defaultValue={typed("phone", guest.phone)}
          autoComplete="off"
        />
        <TextInput
          name="email"
          type="email"
          label={t("Email")}
          maxLength={254}
          defaultValue={typed("email", guest.email)}
          autoComplete="off"
        />
      </div>
      {change}
    </fieldset>
  );
}

import { Form } from "@remix-run/react";
import { useId } from "react";
import type { Role } from "~/contract/common";
import type { Locale } from "~/i18n/locales";
import { msg, t } from "~/i18n/text";
import { dropAllDrafts } from "../drafts/draft-store";
import { Icon } from "../icon";
import { Button, LinkButton } from "../kit/button";
import { Rich } from "../rich";
import { ColorScheme } from "./color-scheme";
import { HELP_PATH } from "./found";
import { LanguageChoice } from "./language-choice";
import { Menu } from "../kit/menu";
import { EmailText } from "../email-text";

const ROLE_NAMES: Record<Role, string> = {
  owner: msg("Owner"),
  admin: msg("Admin"),
  staff: msg("Staff"),
  viewer: msg("Viewer"),
};

export interface FrameUser {
  /** Of this person in this company. */
  id: string;
  name: string;
  email: string;
  role: Role;
  /** The person's other companies. */
  other_companies: { id: string; name: string }[];
  /** The chosen language; null follows the browser. */
  language: Locale | null;
}

/** The signed-in person with their personal menu. */
export function UserMenu({ user }: { user: FrameUser }) {
  const summary = (
    <>
      <span
        className="grid flex-none place-items-center size-5 rounded-full bg-p5 text-on-person [font:600_0.625rem_/_1_var(--font)]"
        aria-hidden="true"
      >
        {initials(user.name)}
      </span>
      <span className="truncate text-text">{user.name}</span>
      <Icon name="up" size={14} />
    </>
  );
  return (
    <Menu
      className="group/menu relative flex-1 min-w-0"
      summaryClassName={
        "flex gap-2 items-center min-h-8 px-2 rounded-md text-muted text-sm font-medium cursor-pointer list-none [&::-webkit-details-marker]:hidden hover:bg-fill group-open/menu:bg-fill pointer-coarse:min-h-10  [&>svg]:ms-auto group-open/menu:[&>svg]:rotate-180"
      }
      summary={summary}
    >
      <div className="absolute bottom-[calc(100%_+_4px)] inset-s-0 z-10 flex flex-col gap-4 w-64 p-4 rounded-lg bg-raised shadow-raised">
        <UserPanel user={user} />
      </div>
    </Menu>
  );
}

/** Account, other companies, appearance and sign-out. */
export function UserPanel({ user }: { user: FrameUser }) {
  const id = useId();
  return (
    <>
      <p className="m-0 text-muted text-sm [&_span]:block [&_span]:text-text [&_span]:wrap-anywhere">
        <Rich
          text={t("Signed in as <who>{{email}}</who>", { email: user.email })}
          parts={{
            who: (email) => (
              <span>
                <EmailText email={email} />
              </span>
            ),
          }}
        />
        {t(ROLE_NAMES[user.role])}
      </p>
      {user.other_companies.length > 0 && (
        <Form method="post" action="/switch-company" reloadDocument>
          <p className="m-0 mb-1 text-muted text-xs" id={id}>
            {t("Switch company")}
          </p>
          <div
            role="group"
            aria-labelledby={id}
            className="flex flex-col max-h-40 -mx-2 overflow-y-auto"
          >
            {user.other_companies.map((company) => (
              <button
                key={company.id}
                type="submit"
                name="tenant_id"
                value={company.id}
                className="flex gap-2 items-center min-h-control py-1 px-2 border-0 rounded-md bg-transparent text-text text-sm text-start cursor-pointer hover:bg-hover"
              >
                <Icon name="right" size={16} />
                {company.name}
              </button>
            ))}
          </div>
        </Form>
      )}
      <LanguageChoice chosen={user.language} />
      <ColorScheme />
      <LinkButton href={HELP_PATH} fullWidth icon="info">
        {t("Help")}
      </LinkButton>
      <Form
        method="post"
        action="/sign-out"
        reloadDocument
        onSubmit={() => dropAllDrafts(sessionStorage)}
      >
        <Button type="submit" fullWidth icon="out">
          {t("Sign out")}
        </Button>
      </Form>
    </>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

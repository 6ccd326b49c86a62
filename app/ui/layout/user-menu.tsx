import { Form } from "@remix-run/react";
import { useId } from "react";
import type { Role } from "~/contract/common";
import type { Locale } from "~/i18n/locales";
import { msg, t } from "~/i18n/text";
import { dropAllDrafts } from "../drafts/draft-store";
import { Icon } from "../icon";
import { Button } from "../kit/button";
import { Rich } from "../rich";
import { ColorScheme } from "./color-scheme";
import { LanguageChoice } from "./language-choice";
import { Menu } from "../kit/menu";
import styles from "./user-menu.module.css";

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
      <span className={styles.avatar} aria-hidden="true">
        {initials(user.name)}
      </span>
      <span className={styles.name}>{user.name}</span>
      <Icon name="up" size={14} />
    </>
  );
  return (
    <Menu className={styles.menu!} summaryClassName={styles.summary!} summary={summary}>
      <div className={styles.panel}>
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
      <p className={styles.email}>
        <Rich
          text={t("Signed in as <who>{{email}}</who>", { email: user.email })}
          parts={{ who: (inner) => <span>{inner}</span> }}
        />
        {t(ROLE_NAMES[user.role])}
      </p>
      {user.other_companies.length > 0 && (
        <Form method="post" action="/switch-company" reloadDocument>
          <p className={styles.legend} id={id}>
            {t("Switch company")}
          </p>
          <div role="group" aria-labelledby={id} className={styles.list}>
            {user.other_companies.map((company) => (
              <button
                key={company.id}
                type="submit"
                name="tenant_id"
                value={company.id}
                className={styles.company}
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

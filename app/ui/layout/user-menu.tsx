import { Form } from "@remix-run/react";
import { useId } from "react";
import type { Role } from "~/contract/common";
import { t } from "~/i18n/text";
import { dropAllDrafts } from "../drafts/draft-store";
import { Icon } from "../icon";
import { Button } from "../kit/button";
import { ColorScheme } from "./color-scheme";
import { Menu } from "./menu";
import styles from "./user-menu.module.css";

const ROLE_NAMES: Record<Role, string> = { owner: "Owner", admin: "Admin", staff: "Staff", viewer: "Viewer" };

export interface FrameUser {
  /** Of this person in this company. */
  id: string;
  name: string;
  email: string;
  role: Role;
  /** What else this person works for. */
  other_companies: { id: string; name: string }[];
}

/** The signed-in person, and behind it what belongs to them alone. */
export function UserMenu({ user }: { user: FrameUser }) {
  const summary = (
    <>
      <span className={styles.avatar} aria-hidden="true">
        {initials(user.name)}
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{user.name}</span>
        <span className={styles.role}>{ROLE_NAMES[user.role]}</span>
      </span>
      <Icon name="up" size={18} />
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

/** Who is signed in, their other companies, how it looks, and the way out. */
export function UserPanel({ user }: { user: FrameUser }) {
  const id = useId();
  return (
    <>
      <p className={styles.email}>
        {t("Signed in as")} <span>{user.email}</span>
      </p>
      {user.other_companies.length > 0 && (
        <Form method="post" action="/switch-company" reloadDocument>
          <p className={styles.legend} id={id}>
            {t("Switch company")}
          </p>
          <div role="group" aria-labelledby={id} className={styles.list}>
            {user.other_companies.map((company) => (
              <button key={company.id} type="submit" name="tenant_id" value={company.id} className={styles.company}>
                <Icon name="right" size={16} />
                {company.name}
              </button>
            ))}
          </div>
        </Form>
      )}
      <ColorScheme />
      <Form method="post" action="/sign-out" reloadDocument onSubmit={() => dropAllDrafts(sessionStorage)}>
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

import { Button } from "@mantine/core";
import { Form, useLocation } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Role } from "~/contract/common";
import { Icon } from "../icon";
import { ColorScheme } from "./color-scheme";
import styles from "./user-menu.module.css";

const ROLE_NAMES: Record<Role, string> = { owner: "Owner", admin: "Admin", staff: "Staff", viewer: "Viewer" };

export interface FrameUser {
  name: string;
  email: string;
  role: Role;
  /** What else this person works for. */
  other_companies: { id: string; name: string }[];
}

/** The signed-in person and what belongs to them alone. A <details>, so it opens before JavaScript has loaded. */
export function UserMenu({ user }: { user: FrameUser }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();
  useEffect(() => close(details.current), [pathname]);
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close(details.current); // the target of a pointer event is a node
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, []);
  return (
    <details ref={details} className={styles.menu} onKeyDown={closeOnEscape}>
      <summary className={styles.summary}>
        <span className={styles.avatar} aria-hidden="true">
          {initials(user.name)}
        </span>
        <span className={styles.who}>
          <span className={styles.name}>{user.name}</span>
          <span className={styles.role}>{ROLE_NAMES[user.role]}</span>
        </span>
        <Icon name="up" size={18} />
      </summary>
      <div className={styles.panel}>
        <p className={styles.email}>
          Signed in as <span>{user.email}</span>
        </p>
        {user.other_companies.length > 0 && (
          <Form method="post" action="/switch-company" reloadDocument>
            <p className={styles.legend} id="switch-company">
              Switch company
            </p>
            <div role="group" aria-labelledby="switch-company" className={styles.list}>
              {user.other_companies.map(({ id, name }) => (
                <button key={id} type="submit" name="tenant_id" value={id} className={styles.company}>
                  <Icon name="right" size={16} />
                  {name}
                </button>
              ))}
            </div>
          </Form>
        )}
        <ColorScheme />
        <Form method="post" action="/sign-out" reloadDocument>
          <Button type="submit" variant="default" fullWidth leftSection={<Icon name="out" size={18} />}>
            Sign out
          </Button>
        </Form>
      </div>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== "Escape" || !event.currentTarget.open) return;
  event.stopPropagation();
  close(event.currentTarget);
  event.currentTarget.querySelector("summary")?.focus();
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

import { Form, Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { FormProblems, TextField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { PersonFields } from "./person-fields";
import { roleWords } from "../role-words";
import type { TeamView } from "./load.server";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/layout/rows.module.css";

export const TEAM_PATH = "/dashboard/settings/team";

/** Who works here, and the form that invites someone. */
export function TeamPage({ view, refusal }: { view: TeamView; refusal: FormRefusal | undefined }) {
  const { people, limits, resources, problem, has_cursor, next_cursor } = view;
  const state = formState({ role: "staff" }, refusal);
  return (
    <>
      <PageHeader title={t("Team")} />
      {problem !== null && (
        <div className={styles.above}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <ul className={styles.list}>
        {people.map(({ id, name, email, role, is_self, works_with, invited_until, is_over, is_active, seen }) => (
          <li key={id} data-row>
            <div className={styles.main}>
              <Link to={`${TEAM_PATH}/${id}`} className={styles.name!} prefetch="intent">
                {name}
                {is_self && " (you)"}
              </Link>
              {name !== email && <p>{email}</p>}
              <p>
                {roleWords[role].label}: {roleWords[role].does}
              </p>
              {works_with.length > 0 && <p>{t("Works with {value}.", { value: works_with.join(", ") })}</p>}
            </div>
            <div className={styles.side}>
              {is_active && <span>{seen === null ? t("Never seen") : t("Seen {seen}", { seen })}</span>}
              {invited_until !== null && (
                <Badge tone={is_over ? "quiet" : "wait"} icon={is_over ? "hourglass" : "mail"}>
                  {is_over
                    ? t("Invitation ended {invited_until}", { invited_until })
                    : t("Invited until {invited_until}", { invited_until })}
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Pager
        count={people.length === 1 ? "1 person on this page" : `${people.length} people on this page`}
        first={has_cursor ? TEAM_PATH : null}
        next={next_cursor === null ? null : `${TEAM_PATH}?cursor=${encodeURIComponent(next_cursor)}`}
      />
      <Card title={t("Invite someone")} lead={t("They get a mail with a link and sign in with that address.")}>
        <Form method="post" className={fields.form!} key={people.length}>
          <Draft name="invitation" />
          <FormProblems state={state} />
          <div className={fields.row}>
            <TextField state={state} name="email" label={t("E-mail")} type="email" {...limits.email} required />
            <TextField state={state} name="name" label={t("Name (not required)")} {...limits.name} />
          </div>
          <PersonFields state={state} roles={["admin", "staff", "viewer"]} resources={resources} />
          <Button variant="primary" type="submit">
            {t("Send the invitation")}
          </Button>
        </Form>
      </Card>
    </>
  );
}

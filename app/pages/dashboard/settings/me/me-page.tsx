import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Draft } from "~/ui/drafts/draft";
import { Badge } from "~/ui/feedback/badge";
import { Confirm } from "~/ui/form/confirm";
import { FormProblems, TextField, CheckboxField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { roleWords } from "../role-words";
import { CalendarFeedCard } from "./calendar-feed-card";
import type { MeView } from "./load.server";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/layout/rows.module.css";

export const ME_PATH = "/dashboard/settings/me";

/** What a form was answered: why it was refused, or a calendar address that is shown this once. */
interface MeAnswer {
  result?: FormRefusal;
  url?: string;
}

/** A person's own settings. */
export function MePage({ view, answer }: { view: MeView; answer: MeAnswer | undefined }) {
  const { limits, stored, email, role, feed, may_have_feed, sessions } = view;
  const { result: refusal, url } = answer ?? {};
  const name = formState(stored, refusal, "name");
  return (
    <>
      <PageHeader title={t("Me")} aside={email} />
      {url !== undefined && (
        <ShownOnce title={t("Your calendar address")} what={t("the calendar address")} secret={url} to={ME_PATH}>
          <p>
            {t("It is shown here once. Add it to your calendar program as a subscription: your bookings appear there.")}
          </p>
        </ShownOnce>
      )}
      <Card title={t("Name")} lead={`${roleWords[role].label}: ${roleWords[role].does}`}>
        <Form method="post" className={fields.form!} key={stored.name}>
          <input type="hidden" name="intent" value="name" />
          <Draft name="my name" />
          <FormProblems state={name} />
          <TextField state={name} name="name" label={t("Your name")} autoComplete="name" {...limits.name} required />
          <Button variant="primary" type="submit">
            {t("Save")}
          </Button>
        </Form>
      </Card>
      <Card
        title={t("Shortcuts")}
        lead={t("Single letters, such as n for a new booking, act while no field has the focus.")}
      >
        <Form method="post" className={fields.form!} key={stored.shortcuts}>
          <input type="hidden" name="intent" value="shortcuts" />
          <CheckboxField
            state={formState(stored, refusal, "shortcuts")}
            name="shortcuts"
            label={t("Single letters are shortcuts")}
          />
          <Button type="submit">{t("Save")}</Button>
        </Form>
      </Card>
      {may_have_feed && <CalendarFeedCard feed={feed} refusal={refusal} />}
      <Card title={t("Where you are signed in")}>
        <ul className={styles.list}>
          {sessions.map(({ id, is_current, device, ip, made, used }) => (
            <li key={id} data-row>
              <div className={styles.main}>
                <span className={styles.name}>{device}</span>
                <p>{[ip, `signed in ${made}`, `last used ${used}`].filter(Boolean).join(" · ")}</p>
              </div>
              <div className={styles.side}>
                {is_current ? (
                  <Badge tone="good" icon="check">
                    {t("This browser")}
                  </Badge>
                ) : (
                  <Form method="post">
                    <input type="hidden" name="intent" value="end_session" />
                    <Button type="submit" name="session_id" value={id} aria-label={t("Sign out {device}", { device })}>
                      {t("Sign out")}
                    </Button>
                  </Form>
                )}
              </div>
            </li>
          ))}
        </ul>
        {sessions.length > 1 && (
          <div className={styles.below}>
            <Confirm
              title={t("Sign out everywhere else")}
              intent="end_others"
              button={t("Sign out everywhere else")}
              state={formState({}, refusal, "end_others")}
            >
              <p>{t("All other browsers have to sign in again.")}</p>
            </Confirm>
          </div>
        )}
      </Card>
    </>
  );
}

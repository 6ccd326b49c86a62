import { Button } from "@mantine/core";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { PageQuery } from "~/contract/common";
import { UserPatch } from "~/contract/users";
import { createFeed, listFeeds, removeFeed, rotateFeed } from "~/domain/calendar/calendar-feeds.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { endOtherSessions, endOwnSession, listOwnSessions } from "~/domain/identity/own-sessions.sql.server";
import { MeForm } from "./me-form";
import { changePreferences, readPreferences } from "~/domain/users/preferences.server";
import { renameSelf } from "~/domain/users/rename-self.server";
import { redirectWith } from "~/http/flash.server";
import { neverKept } from "~/http/never-kept";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { endedSessionCookie } from "~/http/session-cookie.server";
import { AppError } from "~/lib/app-error";
import { Draft } from "~/ui/drafts/draft";
import { Badge } from "~/ui/feedback/badge";
import { Confirm } from "~/ui/form/confirm";
import { fieldLimits } from "~/ui/form/field-limits";
import { FormProblems, TextField, TickField } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { ShownOnce } from "~/ui/form/shown-once";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { CalendarFeedCard } from "./calendar-feed-card";
import { deviceWords } from "./device-words";
import { roleWords } from "../role-words";
import { instantWriter } from "~/ui/when";
import fields from "~/ui/form/fields.module.css";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { headersOfAction as headers } from "~/http/never-kept";

export const meta: MetaFunction = () => [{ title: "Me · Booking Service" }];

const PATH = "/dashboard/settings/me";
const MOST = 100;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const write = instantWriter(calendarOf(actor));
  const [sessions, preferences, feed] = await Promise.all([
    listOwnSessions(actor, PageQuery.parse({ limit: MOST })),
    readPreferences(actor),
    findOwnFeed(actor),
  ]);
  const role = roleWords[actor.role];
  return {
    limits: fieldLimits(UserPatch),
    stored: { name: actor.name, shortcuts: preferences.shortcuts ? "on" : "" },
    email: actor.email,
    role: `${role.label}: ${role.does}`,
    feed: feed && { id: feed.id, made: write(feed.rotated_at) },
    may_have_feed: hasRole(actor, "staff"),
    sessions: sessions.data.map(({ id, is_current, user_agent, ip, created_at, last_seen_at }) => ({
      ...{ id, is_current, device: deviceWords(user_agent) },
      told: [ip, `signed in ${write(created_at)}`, `last used ${write(last_seen_at)}`].filter(Boolean).join(" · "),
    })),
  };
}

async function findOwnFeed(actor: UserActor) {
  if (!hasRole(actor, "staff")) return null;
  const feeds = await listFeeds(actor, PageQuery.parse({ limit: MOST }));
  return feeds.data.find(({ user_id }) => user_id === actor.user_id) ?? null;
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return submit(request, MeForm, async (form) => {
    if (form.intent === "make_feed" || form.intent === "renew_feed" || form.intent === "remove_feed")
      return changeFeed(actor, form);
    switch (form.intent) {
      case "name":
        await renameSelf(actor, form.name);
        return redirectWith(PATH, "Saved your name.");
      case "shortcuts":
        await changePreferences(actor, { shortcuts: form.shortcuts });
        return redirectWith(PATH, form.shortcuts ? "Single letters are shortcuts." : "Single letters do nothing.");
      case "end_session":
        await endOwnSession(actor, form.session_id);
        if (form.session_id === actor.session_id)
          return redirect("/", { headers: { "Set-Cookie": endedSessionCookie() } });
        return redirectWith(PATH, "Signed out there.");
      case "end_others": {
        const count = await endOtherSessions(actor);
        return redirectWith(
          PATH,
          count === 1 ? "Signed out of 1 other browser." : `Signed out of ${count} other browsers.`,
        );
      }
    }
  });
}

type FeedForm = Extract<MeForm, { intent: `${string}_feed` }>;

async function changeFeed(actor: UserActor, form: FeedForm) {
  if (!hasRole(actor, "staff")) throw new AppError("forbidden_role", "Calendar addresses are for staff.");
  if (form.intent === "remove_feed") {
    await removeFeed(actor, form.feed_id);
    return redirectWith(PATH, "Deleted the calendar address.");
  }
  const { url } = form.intent === "make_feed" ? await createFeed(actor, {}) : await rotateFeed(actor, form.feed_id);
  return data({ url }, neverKept);
}

export default function Me() {
  const { limits, stored, email, role, feed, may_have_feed, sessions } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "result" in answer ? answer.result : undefined;
  const url = answer && "url" in answer ? answer.url : null;
  const name = formState(stored, refusal, "name");
  return (
    <>
      <PageHeader title="Me" aside={email} />
      {url !== null && (
        <ShownOnce title="Your calendar address" what="the calendar address" secret={url} to={PATH}>
          <p>It is shown here once. Add it to your calendar program as a subscription: your bookings appear there.</p>
        </ShownOnce>
      )}
      <Card title="Name" lead={role}>
        <Form method="post" className={fields.form!} key={stored.name}>
          <input type="hidden" name="intent" value="name" />
          <Draft name="my name" />
          <FormProblems state={name} />
          <TextField state={name} name="name" label="Your name" autoComplete="name" {...limits.name} required />
          <Button type="submit" size="md">
            Save
          </Button>
        </Form>
      </Card>
      <Card title="Shortcuts" lead="Single letters, such as n for a new booking, act while no field has the focus.">
        <Form method="post" className={fields.form!} key={stored.shortcuts}>
          <input type="hidden" name="intent" value="shortcuts" />
          <TickField
            state={formState(stored, refusal, "shortcuts")}
            name="shortcuts"
            label="Single letters are shortcuts"
          />
          <Button type="submit" size="md" variant="default">
            Save
          </Button>
        </Form>
      </Card>
      {may_have_feed && <CalendarFeedCard feed={feed} refusal={refusal} />}
      <Card title="Where you are signed in">
        <ul className={styles.list}>
          {sessions.map(({ id, is_current, device, told }) => (
            <li key={id} data-row>
              <div className={styles.main}>
                <span className={styles.name}>{device}</span>
                <p>{told}</p>
              </div>
              <div className={styles.side}>
                {is_current ? (
                  <Badge tone="good" icon="check">
                    This browser
                  </Badge>
                ) : (
                  <Form method="post">
                    <input type="hidden" name="intent" value="end_session" />
                    <Button
                      type="submit"
                      name="session_id"
                      value={id}
                      variant="default"
                      aria-label={`Sign out ${device}`}
                    >
                      Sign out
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
              title="Sign out everywhere else"
              intent="end_others"
              button="Sign out everywhere else"
              state={formState({}, refusal, "end_others")}
            >
              <p>All other browsers have to sign in again.</p>
            </Confirm>
          </div>
        )}
      </Card>
    </>
  );
}

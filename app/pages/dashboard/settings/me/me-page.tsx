import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FORM } from "~/ui/kit/form";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { Confirm } from "~/ui/form/confirm";
import { TextField, CheckboxField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { ShownOnce } from "~/ui/form/shown-once";
import { Button } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { roleWords } from "../role-words";
import { CalendarFeedCard } from "./calendar-feed-card";
import type { MeView } from "./load.server";

export const ME_PATH = "/dashboard/settings/me";

/** Form response: an error, or a calendar feed URL displayed once. */
interface MeAnswer {
  result?: FormRefusal;
  url?: string;
}

export function MePage({ view, answer }: { view: MeView; answer: MeAnswer | undefined }) {
  const { limits, stored, email, role, feed, may_have_feed, sessions } = view;
  const { result: refusal, url } = answer ?? {};
  return (
    <>
      <PageHeader title={t("Profile")} aside={email} />
      {url !== undefined && (
        <ShownOnce
          title={t("Your calendar link")}
          what={t("calendar link")}
          secret={url}
          to={ME_PATH}
        >
          <p>
            {t("Shown only once. Subscribe to it in your calendar app to see your bookings there.")}
          </p>
        </ShownOnce>
      )}
      <Card
        title={t("Name")}
        lead={t("{{role}}: {{rights}}", {
          role: t(roleWords[role].label),
          rights: t(roleWords[role].does),
        })}
      >
        <PageForm
          intent="name"
          stored={{ name: stored.name }}
          refusal={refusal}
          limits={limits}
          draft="my name"
          className={FORM}
        >
          <TextField name="name" label={t("Your name")} autoComplete="name" required />
          <Button variant="primary" type="submit">
            {t("Save")}
          </Button>
        </PageForm>
      </Card>
      <Card
        title={t("Shortcuts")}
        lead={t("Outside fields a single letter acts, such as n for a new booking.")}
      >
        <PageForm
          intent="shortcuts"
          stored={{ shortcuts: stored.shortcuts }}
          refusal={refusal}
          className={FORM}
        >
          <CheckboxField name="shortcuts" label={t("Single-key shortcuts")} />
          <Button type="submit">{t("Save")}</Button>
        </PageForm>
      </Card>
      {may_have_feed && <CalendarFeedCard feed={feed} refusal={refusal} />}
      <Card title={t("Active sessions")}>
        <List>
          {sessions.map(({ id, is_current, device, ip, made, used }) => (
            <Row key={id}>
              <RowMain>
                <RowName>{device}</RowName>
                <RowText>
                  {[
                    ip,
                    t("Signed in {{time}}", { time: made }),
                    t("Last active {{time}}", { time: used }),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </RowText>
              </RowMain>
              <RowSide>
                {is_current ? (
                  <Badge tone="good" icon="check">
                    {t("This browser")}
                  </Badge>
                ) : (
                  <Form method="post">
                    <input type="hidden" name="intent" value="end_session" />
                    <Button
                      type="submit"
                      name="session_id"
                      value={id}
                      aria-label={t("Sign out of {{device}}", { device })}
                    >
                      {t("Sign out")}
                    </Button>
                  </Form>
                )}
              </RowSide>
            </Row>
          ))}
        </List>
        {sessions.length > 1 && (
          <div className="mt-4">
            <Confirm
              title={t("Sign out everywhere else")}
              intent="end_others"
              button={t("Sign out everywhere else")}
              refusal={refusal}
            >
              <p>{t("All other browsers must sign in again.")}</p>
            </Confirm>
          </div>
        )}
      </Card>
    </>
  );
}

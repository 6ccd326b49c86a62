import { Form } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { RowSide, List, Row, RowMain, RowName, RowText } from "~/ui/kit/list";
import { providerNames, stateWords } from "~/ui/calendars/calendar-words";
import { Badge } from "~/ui/kit/badge";
import { Notice, Notices } from "~/ui/feedback/notice";
import { SelectField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Button, LinkButton } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { DisconnectForm } from "../disconnect-form";
import { CALENDARS_PATH, connectPath } from "../paths";
import { CalendarRow } from "./calendar-row";
import type { ConnectionView } from "./load.server";

export interface ConnectionPageProps {
  view: ConnectionView;
  refusal: FormRefusal | undefined;
}

/** A connected account: status, used and available calendars, and disconnecting. */
export function ConnectionPage({ view, refusal }: ConnectionPageProps) {
  const { connection, calendars, available, problem, is_other } = view;
  const { provider, account, state } = connection;
  const { label, tone, icon } = stateWords[state];
  return (
    <>
      <PageHeader
        up={{ to: CALENDARS_PATH, name: t("Connected calendars") }}
        title={t(providerNames[provider])}
        aside={account ?? undefined}
      >
        <RowSide>
          <Badge tone={tone} icon={icon}>
            {t(label)}
          </Badge>
        </RowSide>
        {calendars.length > 0 && state !== "reconnect_required" && (
          <Form method="post">
            <Button type="submit" name="intent" value="read">
              {t("Read again")}
            </Button>
          </Form>
        )}
      </PageHeader>
      <Problem view={view} />
      {is_other && (
        <Notices>
          <Notice tone="info">
            {t("This is another account than the one you wanted to connect again.")}
          </Notice>
        </Notices>
      )}
      {calendars
        .filter(({ shrunk_at }) => shrunk_at !== null)
        .map(({ id, name }) => (
          <Shrunk key={id} id={id} name={name ?? ""} />
        ))}
      {calendars.length > 0 && <Calendars view={view} refusal={refusal} />}
      {available.length > 0 && <Available view={view} refusal={refusal} />}
      {available.length === 0 &&
        calendars.length === 0 &&
        problem === null &&
        connection.problem === null && (
          <Notice tone="info">{t("This account has no calendars.")}</Notice>
        )}
      <Card title={t("Disconnect")}>
        <DisconnectForm
          title={t("Disconnect account")}
          button={t("Disconnect account")}
          refusal={refusal}
        />
      </Card>
    </>
  );
}

/** The account's problem and how to fix it. */
function Problem({ view: { connection, problem } }: { view: ConnectionView }) {
  const reason = connection.problem ?? problem;
  if (reason === null) return null;
  const { id, provider, state } = connection;
  const hasConsent = provider === "google" || provider === "microsoft";
  return (
    <Notices>
      <Notice
        tone="bad"
        actions={
          <>
            {hasConsent && (state === "reconnect_required" || state === "missing_scope") && (
              <LinkButton href={connectPath(provider, { connection_id: id })} endIcon="right">
                {state === "missing_scope" ? t("Choose again") : t("Connect again")}
              </LinkButton>
            )}
            {!hasConsent && state === "reconnect_required" && (
              <LinkButton to={CALENDARS_PATH}>{t("Enter the password again")}</LinkButton>
            )}
          </>
        }
      >
        {reason}
      </Notice>
    </Notices>
  );
}

/** Asks whether the events that are suddenly gone were deleted. */
function Shrunk({ id, name }: { id: string; name: string }) {
  return (
    <Notices>
      <Notice
        tone="bad"
        actions={
          <Form method="post">
            <input type="hidden" name="calendar_id" value={id} />
            <Button type="submit" name="intent" value="confirm_shrunk">
              {t("Yes, they are gone")}
            </Button>
          </Form>
        }
      >
        {t(
          "{{name}}: over half of its events were suddenly gone, so the earlier ones still count. Is that right?",
          { name },
        )}
      </Notice>
    </Notices>
  );
}

/** The account's connected calendars, saved together. */
function Calendars({ view, refusal }: ConnectionPageProps) {
  const { calendars, first, next } = view;
  return (
    <PageForm
      intent="save"
      stored={{ calendars: calendars.map(({ stored }) => stored) }}
      refusal={refusal}
      preventScrollReset
    >
      <ul className="m-0 mb-4 p-0 list-none border-t border-line">
        {calendars.map((calendar, index) => (
          <CalendarRow key={calendar.id} calendar={calendar} index={index} view={view} />
        ))}
      </ul>
      <Button type="submit" variant="primary">
        {t("Save")}
      </Button>
      {(first !== null || next !== null) && (
        <Pager
          count={plural(calendars.length, "{{count}} calendar", "{{count}} calendars")}
          first={first}
          next={next}
        />
      )}
    </PageForm>
  );
}

/** Unused calendars of the account, each with a suggested resource. */
function Available({ view, refusal }: ConnectionPageProps) {
  const { available, resources, suggested, calendars, page, pages, count, left_out } = view;
  const at = `${CALENDARS_PATH}/${view.connection.id}`;
  if (resources.length === 0) return <Notice tone="info">{t("Add a resource first.")}</Notice>;
  return (
    <Card
      title={calendars.length === 0 ? t("Choose calendars") : t("More calendars")}
      lead={t("Busy times of a calendar you add can’t be booked. You can change that afterwards.")}
    >
      <List>
        {available.map(({ external_id, name, can_write, is_primary }) => (
          <Row key={external_id}>
            <RowMain>
              <RowName>{name}</RowName>
              <RowText>
                {[
                  ...(is_primary ? [t("Main calendar")] : []),
                  ...(can_write ? [] : [t("Read-only")]),
                ].join(" · ")}
              </RowText>
            </RowMain>
            <PageForm
              intent="add"
              stored={{ resource_id: suggested }}
              refusal={refusal?.initialValue?.external_id === external_id ? refusal : undefined}
              className="flex flex-wrap gap-3 items-end"
              preventScrollReset
            >
              <input type="hidden" name="external_id" value={external_id} />
              <SelectField name="resource_id" label={t("For")} options={resources} />
              <Button
                type="submit"
                variant={is_primary && calendars.length === 0 ? "primary" : undefined}
              >
                {t("Add calendar")}
              </Button>
            </PageForm>
          </Row>
        ))}
      </List>
      {left_out > 0 && (
        <Notice tone="info">
          {plural(
            left_out,
            "{{count}} more calendar of this account isn’t listed. Hide calendars you don’t need at the provider, then open this page again.",
            "{{count}} more calendars of this account aren’t listed. Hide calendars you don’t need at the provider, then open this page again.",
          )}
        </Notice>
      )}
      {pages > 1 && (
        <Pager
          count={plural(count, "{{count}} calendar", "{{count}} calendars")}
          first={page > 1 ? at : null}
          next={page < pages ? `${at}?page=${page + 1}` : null}
        />
      )}
    </Card>
  );
}

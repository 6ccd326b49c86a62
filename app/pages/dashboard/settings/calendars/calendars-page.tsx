import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { plural, t } from "~/i18n/text";
import { FormPart, Buttons, Hint } from "~/ui/kit/form";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { healthWords, providerNames, readWords, stateWords } from "~/ui/calendars/calendar-words";
import { Badge } from "~/ui/kit/badge";
import { Notice, Notices } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Button, LinkButton } from "~/ui/kit/button";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { AccountForms } from "./account-forms";
import { DisconnectForm } from "./disconnect-form";
import type { CalendarsView, ConnectionLine } from "./load.server";
import { CALENDARS_PATH, connectPath } from "./paths";

interface CalendarsPageProps {
  view: CalendarsView;
  refusal: FormRefusal | undefined;
}

/** The person's connected accounts, ways to connect more, and the team's status. */
export function CalendarsPage({ view, refusal }: CalendarsPageProps) {
  const { own, others, problem, now } = view;
  const intent = refusal?.initialValue?.intent;
  return (
    <>
      <PageHeader title={t("Connected calendars")} />
      <Notices>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        {intent === "read" && <Problems refusal={refusal} />}
      </Notices>
      {own.length > 0 && (
        <List>
          {own.map((line) => (
            <OwnLine key={line.id} line={line} now={now} />
          ))}
        </List>
      )}
      <Card
        title={own.length === 0 ? t("Connect your calendar") : t("Connect another account")}
        lead={t(
          "Times at which you’re busy there can’t be booked here, and your bookings can appear there.",
        )}
      >
        <ConnectWays view={view} refusal={refusal} />
      </Card>
      {others.length > 0 && (
        <Card
          title={t("Team")}
          lead={t("The state of your team’s accounts. Only their owners see what’s in them.")}
        >
          <List>
            {others.map((line) => (
              <TeamLine key={line.id} line={line} now={now} refusal={refusal} />
            ))}
          </List>
        </Card>
      )}
    </>
  );
}

function ConnectWays({ view: { providers }, refusal }: CalendarsPageProps) {
  return (
    <FormPart>
      {providers.length > 0 && (
        <Buttons>
          {providers.map((provider) => (
            <LinkButton key={provider} href={connectPath(provider)} endIcon="right">
              {t("Connect {{provider}}", { provider: t(providerNames[provider]) })}
            </LinkButton>
          ))}
        </Buttons>
      )}
      {providers.length > 0 && (
        <Hint>
          {t("Only read busy times:")}{" "}
          {providers.map((provider, index) => (
            <Fragment key={provider}>
              {index > 0 && " · "}
              <a href={connectPath(provider, { access: "read" })}>{t(providerNames[provider])}</a>
            </Fragment>
          ))}
        </Hint>
      )}
      <AccountForms refusal={refusal} />
    </FormPart>
  );
}

const isBroken = ({ state }: ConnectionLine) =>
  state === "reconnect_required" || state === "missing_scope";

function State({ line: { state, health } }: { line: ConnectionLine }) {
  const { label, tone, icon } = state === "ok" ? healthWords[health] : stateWords[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(label)}
    </Badge>
  );
}

/** Age of the data, if a calendar of the account is checked. */
function ageOf({ checks, read_at, calendars }: ConnectionLine, now: number): string {
  if (calendars === 0) return t("No calendar chosen yet");
  const count = plural(calendars, "{{count}} calendar", "{{count}} calendars");
  return checks === 0 ? count : `${count} · ${readWords(read_at, now)}`;
}

function OwnLine({ line, now }: { line: ConnectionLine; now: number }) {
  const { id, provider, account, problem } = line;
  return (
    <Row>
      <RowMain>
        <RowName to={`${CALENDARS_PATH}/${id}`}>
          {[t(providerNames[provider]), account].filter(Boolean).join(" · ")}
        </RowName>
        <RowText>{problem ?? ageOf(line, now)}</RowText>
      </RowMain>
      <RowSide>
        <State line={line} />
        {isBroken(line) && (provider === "google" || provider === "microsoft") && (
          <LinkButton href={connectPath(provider, { connection_id: id })} size="small">
            {line.state === "missing_scope" ? t("Choose again") : t("Connect again")}
          </LinkButton>
        )}
        {!isBroken(line) && line.calendars > 0 && (
          <Form method="post">
            <input type="hidden" name="intent" value="read" />
            <Button type="submit" name="connection_id" value={id} size="small">
              {t("Read again")}
            </Button>
          </Form>
        )}
      </RowSide>
    </Row>
  );
}

function TeamLine({
  line,
  now,
  refusal,
}: {
  line: ConnectionLine;
  now: number;
  refusal: FormRefusal | undefined;
}) {
  const { id, provider, user_name, problem } = line;
  return (
    <Row>
      <RowMain>
        <RowName>{[user_name, t(providerNames[provider])].join(" · ")}</RowName>
        <RowText>{problem ?? ageOf(line, now)}</RowText>
      </RowMain>
      <RowSide>
        <State line={line} />
        <DisconnectForm
          title={t("Disconnect")}
          button={t("Disconnect {{name}}’s account", { name: user_name })}
          fields={{ connection_id: id }}
          refusal={refusal?.initialValue?.connection_id === id ? refusal : undefined}
        />
      </RowSide>
    </Row>
  );
}

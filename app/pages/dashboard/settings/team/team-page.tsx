import { list, plural, t } from "~/i18n/text";
import { FORM, FieldRow } from "~/ui/kit/form";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { Notice, Notices } from "~/ui/feedback/notice";
import { TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm } from "~/ui/form/page-form";
import { Card } from "~/ui/layout/card";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { PersonFields } from "./person-fields";
import { roleWords } from "../role-words";
import type { TeamView } from "./load.server";
import { Button } from "~/ui/kit/button";

export const TEAM_PATH = "/dashboard/settings/team";

/** Team members, and the invitation form. */
export function TeamPage({ view, refusal }: { view: TeamView; refusal: FormRefusal | undefined }) {
  const { people, limits, resources, problem, has_cursor, next_cursor } = view;
  return (
    <>
      <PageHeader title={t("Team")} />
      {problem !== null && (
        <Notices>
          <Notice tone="bad">{problem}</Notice>
        </Notices>
      )}
      <List>
        {people.map(
          ({ id, name, email, role, is_self, sees, invited_until, is_over, is_active, seen }) => (
            <Row key={id}>
              <RowMain>
                <RowName to={`${TEAM_PATH}/${id}`}>
                  {is_self ? t("{{name}} (you)", { name }) : name}
                </RowName>
                <RowText>
                  {[t(roleWords[role].label), name !== email && email, seesWords(sees)]
                    .filter(Boolean)
                    .join(" · ")}
                </RowText>
              </RowMain>
              <RowSide>
                {is_active && (
                  <span>
                    {seen === null
                      ? t("Hasn’t signed in")
                      : t("Last active {{time}}", { time: seen })}
                  </span>
                )}
                {invited_until !== null && (
                  <Badge tone={is_over ? "quiet" : "wait"} icon={is_over ? "hourglass" : "mail"}>
                    {is_over
                      ? t("Invitation expired {{time}}", { time: invited_until })
                      : t("Invited until {{time}}", { time: invited_until })}
                  </Badge>
                )}
              </RowSide>
            </Row>
          ),
        )}
      </List>
      <Pager
        count={plural(
          people.length,
          "{{count}} person on this page",
          "{{count}} people on this page",
        )}
        first={has_cursor ? TEAM_PATH : null}
        next={
          next_cursor === null ? null : `${TEAM_PATH}?cursor=${encodeURIComponent(next_cursor)}`
        }
      />
      <Card
        title={t("Invite someone")}
        lead={t("They get an email with a link, and sign in with that address.")}
      >
        <PageForm
          key={people.length}
          stored={{ role: "staff" }}
          refusal={refusal}
          limits={limits}
          draft="invitation"
          className={FORM}
        >
          <FieldRow>
            <TextField name="email" label={t("Email")} type="email" required />
            <TextField name="name" label={t("Name (optional)")} />
          </FieldRow>
          <PersonFields roles={["admin", "staff", "viewer"]} resources={resources} />
          <Button variant="primary" type="submit">
            {t("Send invitation")}
          </Button>
        </PageForm>
      </Card>
    </>
  );
}

const seesWords = (names: string[]) =>
  names.length > 0 &&
  plural(names.length, "Sees {{names}}’s calendar", "Sees the calendars of {{names}}", {
    names: list(names),
  });

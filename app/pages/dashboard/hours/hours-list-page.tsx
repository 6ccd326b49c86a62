import { list, t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { EmptyState } from "~/ui/feedback/empty-state";
import { hoursPath, HOURS_PATH } from "~/ui/hours/hours-path";
import { LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import type { ClosedDaysAnswer } from "./apply.server";
import { ClosedDays } from "./closed-days";
import type { HoursListView } from "./load.server";

const NEW = `${HOURS_PATH}/new`;

interface HoursListPageProps {
  view: HoursListView;
  answer: ClosedDaysAnswer | undefined;
}

/** Hours shared by services and resources, and the company's closed days. */
export function HoursListPage({ view, answer }: HoursListPageProps) {
  const { hours, may_add } = view;
  return (
    <>
      <PageHeader title={t("Hours")}>
        {may_add && hours.length > 0 && (
          <LinkButton variant="primary" to={NEW} icon="plus">
            {t("New hours")}
          </LinkButton>
        )}
      </PageHeader>
      {hours.length === 0 ? (
        <EmptyState icon="clock" title={t("No shared hours yet")}>
          <p>
            {t(
              "Enter the hours of a person or the shop once. Services and resources take them from here.",
            )}
          </p>
          {may_add && (
            <LinkButton variant="primary" to={NEW}>
              {t("Create hours")}
            </LinkButton>
          )}
        </EmptyState>
      ) : (
        <List>
          {hours.map(({ id, name, week, users }) => (
            <Row key={id}>
              <RowMain>
                <RowName to={hoursPath(id)}>{name}</RowName>
                <RowText>{week}</RowText>
              </RowMain>
              <RowSide>{users.length === 0 ? t("Not used yet") : list(users)}</RowSide>
            </Row>
          ))}
        </List>
      )}
      <ClosedDays view={view} answer={answer} />
    </>
  );
}

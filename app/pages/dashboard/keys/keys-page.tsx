import { plural, t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { Notice, Notices } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { SelectField } from "~/ui/form/fields";
import type { FormRefusal } from "~/ui/form/page-form";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { websitesWords } from "./key-words";
import type { KeysView } from "./load.server";
import { LinkButton } from "~/ui/kit/button";

export const KEYS_PATH = "/dashboard/keys";

/** The company's API keys. */
export function KeysPage({ view, refusal }: { view: KeysView; refusal: FormRefusal | undefined }) {
  const { keys, makers, problem, has_cursor, next_cursor } = view;
  return (
    <>
      <PageHeader title={t("API keys")}>
        {keys.length > 0 && (
          <LinkButton variant="primary" to="/dashboard/keys/new" icon="plus">
            {t("New key")}
          </LinkButton>
        )}
      </PageHeader>
      {problem !== null && (
        <Notices>
          <Notice tone="bad">{problem}</Notice>
        </Notices>
      )}
      {keys.length === 0 ? (
        <EmptyList icon="key" title={t("No keys yet")} clear={null}>
          <p>
            {t(
              "A publishable key puts the widget on your website. A secret key connects your own server.",
            )}
          </p>
          <LinkButton variant="primary" to="/dashboard/keys/new">
            {t("New key")}
          </LinkButton>
        </EmptyList>
      ) : (
        <List>
          {keys.map((key) => (
            <KeyRow key={key.id} shown={key} />
          ))}
        </List>
      )}
      <Pager
        count={
          keys.length === 0
            ? ""
            : plural(keys.length, "{{count}} key on this page", "{{count}} keys on this page")
        }
        first={has_cursor ? KEYS_PATH : null}
        next={
          next_cursor === null ? null : `${KEYS_PATH}?cursor=${encodeURIComponent(next_cursor)}`
        }
      />
      {makers.length > 0 && (
        <Confirm
          title={t("Revoke a person’s secret keys")}
          button={t("Revoke secret keys")}
          refusal={refusal}
        >
          <p>
            {t(
              "For someone who leaves or loses a computer. All secret keys they know stop working, publishable keys stay. This can’t be undone.",
            )}
          </p>
          <SelectField name="created_by" label={t("Person")} options={makers} />
        </Confirm>
      )}
    </>
  );
}

function KeyRow({ shown }: { shown: KeysView["keys"][number] }) {
  const { id, name, text, is_test, may_do, is_reduced, websites, widget, made_by, used, state } =
    shown;
  const about = [
    is_test && t("Test"),
    websites && websitesWords(websites),
    is_reduced && made_by && t("Reduced to {{name}}’s role", { name: made_by.name }),
    widget && t("Widget: {{name}}", { name: widget }),
    made_by &&
      (made_by.has_left
        ? t("Created by {{name}}, who has left", { name: made_by.name })
        : t("Created by {{name}}", { name: made_by.name })),
  ].filter(Boolean);
  return (
    <Row>
      <RowMain>
        <RowName to={`${KEYS_PATH}/${id}`}>{name}</RowName>
        <RowText>
          <code>{text}</code> · {may_do}
        </RowText>
        {about.length > 0 && <RowText>{about.join(" · ")}</RowText>}
      </RowMain>
      <RowSide>
        <span>{used === null ? t("Never used") : t("Last used {{time}}", { time: used })}</span>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </RowSide>
    </Row>
  );
}

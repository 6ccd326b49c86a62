import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { Notice } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { SelectField } from "~/ui/form/fields";
import { type FormRefusal, formState } from "~/ui/form/form-state";
import { LinkButton } from "~/ui/kit/button";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import { websitesWords } from "./key-words";
import type { KeysView } from "./load.server";
import styles from "~/ui/layout/rows.module.css";

export const KEYS_PATH = "/dashboard/keys";

/** The company's API keys. */
export function KeysPage({ view, refusal }: { view: KeysView; refusal: FormRefusal | undefined }) {
  const { keys, makers, problem, has_cursor, next_cursor } = view;
  const state = formState({}, refusal);
  return (
    <>
      <PageHeader title={t("API keys")}>
        <LinkButton variant="primary" to="/dashboard/keys/new" icon="plus">
          {t("New key")}
        </LinkButton>
      </PageHeader>
      {problem !== null && (
        <div className={styles.above}>
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      {keys.length === 0 ? (
        <EmptyList icon="key" title={t("No keys yet")} clear={null}>
          <p>
            {t(
              "A publishable key puts the widget on your website. A secret key lets your own server work with bookings.",
            )}
          </p>
          <LinkButton variant="primary" to="/dashboard/keys/new">
            {t("New key")}
          </LinkButton>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {keys.map((key) => (
            <KeyRow key={key.id} shown={key} />
          ))}
        </ul>
      )}
      <Pager
        count={keys.length === 0 ? "" : `${keys.length === 1 ? "1 key" : `${keys.length} keys`} on this page`}
        first={has_cursor ? KEYS_PATH : null}
        next={next_cursor === null ? null : `${KEYS_PATH}?cursor=${encodeURIComponent(next_cursor)}`}
      />
      {makers.length > 0 && (
        <Confirm title={t("Revoke all secret keys of a person")} button={t("Revoke their secret keys")} state={state}>
          <p>
            {t(
              "For someone who leaves, or whose computer was lost. Their secret keys end at once and for good; publishable keys stay.",
            )}
          </p>
          <SelectField state={state} name="created_by" label={t("Person")} options={makers} />
        </Confirm>
      )}
    </>
  );
}

function KeyRow({ shown }: { shown: KeysView["keys"][number] }) {
  const { id, name, text, is_test, may_do, websites, widget, made_by, used, state } = shown;
  const more = [
    websites && websitesWords(websites),
    widget && `Widget: ${widget}`,
    made_by && `Made by ${made_by.name}${made_by.has_left ? ", who has left" : ""}`,
  ];
  return (
    <li data-row>
      <div className={styles.main}>
        <Link to={`${KEYS_PATH}/${id}`} className={styles.name!} prefetch="intent">
          {name}
        </Link>
        <p>
          <code>{text}</code>
          {is_test && t(" · for tests")}
        </p>
        <p>{may_do}</p>
        <p>{more.filter(Boolean).join(" · ")}</p>
      </div>
      <div className={styles.side}>
        <span>{used === null ? t("Never used") : t("Last used {used}", { used })}</span>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </div>
    </li>
  );
}

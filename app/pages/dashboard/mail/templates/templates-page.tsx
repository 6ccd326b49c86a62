import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { TextLink } from "~/ui/kit/link";
import { PageHeader } from "~/ui/layout/page-header";
import { Rich } from "~/ui/rich";
import type { ChainStep, loadTemplates } from "./load.server";
import styles from "./templates-page.module.css";

const addressOf = (key: string) => `/dashboard/mail/templates/${key}`;

/** Guest emails as a timeline, then the others, linking to their texts. */
export function TemplatesPage({
  chain,
  others,
  language,
}: Awaited<ReturnType<typeof loadTemplates>>) {
  return (
    <>
      <PageHeader title={t("Email templates")} />
      <section className={styles.part} aria-labelledby="chain-title">
        <div className={styles.head}>
          <h2 id="chain-title">{t("Guest emails")}</h2>
          <p>
            <Rich
              text={t(
                "Subjects in {{language}}, with an example booking. <who>Switch emails on or off</who>",
                {
                  language,
                },
              )}
              parts={{ who: (inner) => <TextLink to="/dashboard/mail/who">{inner}</TextLink> }}
            />
          </p>
        </div>
        <ol className={styles.chain}>
          {chain.map((step) => (
            <Step key={step.key} step={step} />
          ))}
        </ol>
      </section>
      <section className={styles.part} aria-labelledby="others-title">
        <div className={styles.head}>
          <h2 id="others-title">{t("Other emails")}</h2>
        </div>
        <List>
          {others.map(({ key, label, when, own, unwritten }) => (
            <Row key={key}>
              <RowMain>
                <RowName to={addressOf(key)}>{label}</RowName>
                <RowText>{when}</RowText>
              </RowMain>
              <RowSide>
                <Languages own={own} unwritten={unwritten} />
              </RowSide>
            </Row>
          ))}
        </List>
      </section>
    </>
  );
}

function Step({
  step: { key, label, moment, subject, is_on, own, unwritten },
}: {
  step: ChainStep;
}) {
  return (
    <li className={styles.step} data-off={!is_on || undefined}>
      <p className={styles.moment}>{moment}</p>
      <div className={styles.card}>
        <div className={styles.name}>
          <Link to={addressOf(key)} prefetch="intent">
            {label}
          </Link>
          {is_on ? (
            <Badge tone="good" icon="check">
              {t("On")}
            </Badge>
          ) : (
            <Badge tone="quiet" icon="cross">
              {t("Off")}
            </Badge>
          )}
        </div>
        <p className={styles.subject}>
          <bdi>{subject}</bdi>
        </p>
        <div className={styles.languages}>
          <Languages own={own} unwritten={unwritten} />
        </div>
      </div>
    </li>
  );
}

function Languages({ own, unwritten }: Pick<ChainStep, "own" | "unwritten">) {
  return (
    <>
      {own.length === 0 ? (
        <span className={styles.quiet}>{t("Default text")}</span>
      ) : (
        <Badge tone="info" icon="edit">
          {t("Customised: {{languages}}", { languages: own.join(", ") })}
        </Badge>
      )}
      {unwritten.length > 0 && (
        <Badge tone="wait" icon="warning">
          {t("Not written: {{languages}}", { languages: unwritten.join(", ") })}
        </Badge>
      )}
    </>
  );
}

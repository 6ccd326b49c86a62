import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { TextLink } from "~/ui/kit/link";
import { PageHeader } from "~/ui/layout/page-header";
import { Rich } from "~/ui/rich";
import type { ChainStep, loadTemplates } from "./load.server";

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
      <section className="mb-8" aria-labelledby="chain-title">
        <div className="flex flex-wrap gap-x-3 gap-y-0.5 items-baseline mb-3 [&_h2]:m-0 [&_h2]:text-md [&_h2]:font-semibold [&_p]:m-0 [&_p]:text-muted [&_p]:text-sm">
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
        <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-y-5 m-0 p-0 list-none max-md:grid-cols-[minmax(0,1fr)] max-md:gap-y-0">
          {chain.map((step) => (
            <Step key={step.key} step={step} />
          ))}
        </ol>
      </section>
      <section className="mb-8" aria-labelledby="others-title">
        <div className="flex flex-wrap gap-x-3 gap-y-0.5 items-baseline mb-3 [&_p]:m-0 [&_p]:text-muted [&_p]:text-sm">
          <h2 className="m-0 text-md font-semibold" id="others-title">
            {t("Other emails")}
          </h2>
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
    <li
      className="group/step relative flex flex-col min-w-0 pt-5 pe-3 before:content-[''] before:absolute before:top-1.5 before:inset-x-0 before:border-t-2 before:border-line-2 after:content-[''] after:absolute after:top-0.5 after:inset-s-3 after:size-2.5 after:border-2 after:border-info-edge after:rounded-full after:bg-info-edge data-off:after:border-faint data-off:after:bg-bg max-md:pt-0 max-md:pb-4 max-md:ps-6 max-md:pe-0 max-md:before:inset-y-0 max-md:before:inset-s-1.5 max-md:before:inset-e-auto max-md:before:border-t-0 max-md:before:border-s-2 max-md:before:border-line-2 max-md:after:top-1 max-md:after:inset-s-0.5"
      data-off={!is_on || undefined}
    >
      <p className="m-0 mb-1.5 ps-3 text-muted text-sm max-md:ps-0">{moment}</p>
      <div className="relative flex flex-1 flex-col gap-1 p-3 border border-line-2 rounded-lg bg-surface hover:bg-hover group-data-off/step:border-dashed">
        <div className="flex flex-wrap gap-x-2 gap-y-1 items-center justify-between [&_a::after]:content-[''] [&_a::after]:absolute [&_a::after]:inset-0 [&_a::after]:rounded-lg">
          <Link
            className="text-text text-md font-semibold no-underline"
            to={addressOf(key)}
            prefetch="intent"
          >
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
        <p className="m-0 text-md wrap-anywhere">
          <bdi>{subject}</bdi>
        </p>
        <div className="flex flex-wrap gap-x-2 gap-y-1 mt-auto pt-1">
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
        <span className="m-0 text-muted text-sm">{t("Default text")}</span>
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

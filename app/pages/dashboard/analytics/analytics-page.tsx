import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { StatusBadge } from "~/ui/booking/status-badge";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import { LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { type AnalyticsRequest, presetPath } from "./analytics-query";
import type { AnalyticsFigure, AnalyticsView, Change } from "./analytics-view";
import { BarChart } from "./bar-chart";
import { HeatMap } from "./heat-map";
import type { AnalyticsLoaded } from "./load.server";
import { RangeForm } from "./range-form";
import styles from "./analytics-page.module.css";

/** Date range and figures. */
export function AnalyticsPage({ asked, today, time_zone, resources, view, csv }: AnalyticsLoaded) {
  return (
    <>
      <PageHeader
        title={t("Analytics")}
        aside={[view.days, view.compared_with, time_zone].filter(Boolean).join(" · ")}
      >
        {csv !== null && (
          <LinkButton href={csv} download="analytics.csv" icon="download">
            {t("CSV")}
          </LinkButton>
        )}
      </PageHeader>
      <RangeForm asked={asked} today={today} resources={resources} />
      {asked.problems.length > 0 && <Notice tone="bad">{asked.problems.join(" ")}</Notice>}
      <Figures view={view} asked={asked} />
    </>
  );
}

/** Figures linking to their lists, charts with tables, busy hours, resources and revenue. */
function Figures({ view, asked }: { view: AnalyticsView; asked: AnalyticsRequest }) {
  if (view.is_empty)
    return (
      <EmptyState icon="chart" title={t("No bookings in this period")}>
        <p>{t("Nothing starts {{days}}.", { days: view.days })}</p>
        <LinkButton to={presetPath(asked, "12m")}>{t("Show last 12 months")}</LinkButton>
      </EmptyState>
    );
  return (
    <div className={styles.page}>
      <dl className={styles.figures}>
        {view.figures.map((figure) => (
          <FigureCard key={figure.label} figure={figure} />
        ))}
      </dl>
      <div className={styles.charts}>
        {view.charts.map((chart) => (
          <BarChart key={chart.title} chart={chart} when={view.when} />
        ))}
        <Statuses statuses={view.statuses} />
        <HeatMap heat={view.heat} />
        <TopResources resources={view.resources} />
        {view.money.length > 0 && <Money money={view.money} />}
      </div>
    </div>
  );
}

function FigureCard({ figure: { label, value, counts, change, to } }: { figure: AnalyticsFigure }) {
  return (
    <div className={styles.figure}>
      <dt>
        <Link to={to}>{label}</Link>
      </dt>
      <dd className={styles.value}>
        {value} {change !== null && <ChangeMark change={change} />}
      </dd>
      <dd className={styles.quiet}>{counts}</dd>
    </div>
  );
}

/** Change against the previous period: sign, colour and screen-reader text. */
function ChangeMark({ change: { mark, says, tone } }: { change: Change }) {
  return (
    <small className={styles.change} data-tone={tone}>
      <span aria-hidden="true">{mark}</span>
      <span className="hidden-text">{says}</span>
    </small>
  );
}

function Statuses({ statuses }: Pick<AnalyticsView, "statuses">) {
  return (
    <section className={styles.card} aria-labelledby="statuses">
      <h2 id="statuses">{t("By status")}</h2>
      <ul className={styles.statuses}>
        {statuses.map(({ status, count, width, to }) => (
          <li key={status}>
            <Link to={to}>
              <StatusBadge line={{ status, arrived: null, waits_for: null, is_test: false }} />
            </Link>
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <rect width={width} height="8" />
            </svg>
            <span>{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TopResources({ resources }: Pick<AnalyticsView, "resources">) {
  return (
    <section className={styles.card} aria-labelledby="resources">
      <h2 id="resources">{t("Most booked")}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Resource")}</th>
            <th scope="col">{t("Bookings")}</th>
            <th scope="col">{t("Guests")}</th>
            <th scope="col">{t("Booked hours")}</th>
          </tr>
        </thead>
        <tbody>
          {resources.map(({ resource_id, name, bookings, party_total, hours, to }) => (
            <tr key={resource_id}>
              <th scope="row">
                <Link to={to}>{name}</Link>
              </th>
              <td>{bookings}</td>
              <td>{party_total}</td>
              <td>{hours}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.quiet}>{t("Hours count once per guest.")}</p>
    </section>
  );
}

function Money({ money }: Pick<AnalyticsView, "money">) {
  return (
    <section className={styles.card} aria-labelledby="money">
      <h2 id="money">{t("Revenue")}</h2>
      {money.map(({ currency, gross, refunds, owed, net, change, paid, returned }) => (
        <div key={currency} className={styles.money}>
          <dl>
            <div>
              <dt>
                <Link to={paid}>{t("Collected")}</Link>
              </dt>
              <dd>{gross}</dd>
            </div>
            <div>
              <dt>
                <Link to={returned}>{t("Refunded")}</Link>
              </dt>
              <dd>{refunds}</dd>
            </div>
            {owed !== null && (
              <div>
                <dt>{t("To hand back in cash")}</dt>
                <dd>{owed}</dd>
              </div>
            )}
            <div className={styles.net}>
              <dt>{t("Net ({{currency}})", { currency })}</dt>
              <dd>
                {change !== null && <ChangeMark change={change} />} {net}
              </dd>
            </div>
          </dl>
        </div>
      ))}
    </section>
  );
}

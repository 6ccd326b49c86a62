import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { StatusBadge } from "~/ui/booking/status-badge";
import { EmptyState } from "~/ui/feedback/empty-state";
import { Notice } from "~/ui/feedback/notice";
import { LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { type AnalyticsRequest, presetPath } from "./analytics-query";
import { AnalyticsSection, BAR, FigureLink } from "./analytics-section";
import type { AnalyticsFigure, AnalyticsView, Change } from "./analytics-view";
import { BarChart } from "./bar-chart";
import { HeatMap } from "./heat-map";
import type { AnalyticsLoaded } from "./load.server";
import { RangeForm } from "./range-form";

/** Date range and figures. */
export function AnalyticsPage({
  request,
  today,
  time_zone,
  resources,
  view,
  csv,
}: AnalyticsLoaded) {
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
      <RangeForm request={request} today={today} resources={resources} />
      {request.problems.length > 0 && <Notice tone="bad">{request.problems.join(" ")}</Notice>}
      <Figures view={view} request={request} />
    </>
  );
}

/** Figures linking to their lists, charts with tables, busy hours, resources and revenue. */
function Figures({ view, request }: { view: AnalyticsView; request: AnalyticsRequest }) {
  if (view.is_empty)
    return (
      <EmptyState icon="chart" title={t("No bookings in this period")}>
        <p>{t("Nothing starts {{days}}.", { days: view.days })}</p>
        <LinkButton to={presetPath(request, "12m")}>{t("Show last 12 months")}</LinkButton>
      </EmptyState>
    );
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(10.5rem,100%),1fr))] gap-x-6 m-0 border-t border-line max-md:grid-cols-[repeat(2,minmax(0,1fr))] max-md:gap-x-4">
        {view.figures.map((figure) => (
          <FigureCard key={figure.label} figure={figure} />
        ))}
      </dl>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(26rem,100%),1fr))] gap-x-8 gap-y-6 items-start">
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
    <div className="min-w-0 py-3">
      <dt>
        <FigureLink to={to} className="text-sm font-medium">
          {label}
        </FigureLink>
      </dt>
      <dd className="m-0 text-xl font-semibold">
        {value} {change !== null && <ChangeMark change={change} />}
      </dd>
      <dd className="m-0 text-muted text-sm">{counts}</dd>
    </div>
  );
}

const TONES = { good: "text-good", bad: "text-bad", plain: "text-muted" };

/** Change against the previous period: sign, colour and screen-reader text. */
function ChangeMark({ change: { mark, label, tone } }: { change: Change }) {
  return (
    <small className={`text-xs font-medium ${TONES[tone]}`}>
      <span aria-hidden="true">{mark}</span>
      <span className="hidden-text">{label}</span>
    </small>
  );
}

function Statuses({ statuses }: Pick<AnalyticsView, "statuses">) {
  return (
    <AnalyticsSection id="statuses" title={t("By status")}>
      <ul className="grid m-0 p-0 list-none">
        {statuses.map(({ status, count, width, to }) => (
          <li
            key={status}
            className="grid grid-cols-[minmax(7.5rem,auto)_minmax(0,1fr)_4rem] gap-3 items-center min-h-9 max-md:h-11"
          >
            <FigureLink to={to} className="inline-flex items-center min-h-9 max-md:h-11">
              <StatusBadge line={{ status, arrived: null, waits_for: null, is_test: false }} />
            </FigureLink>
            <svg
              className="w-full h-1.5 rounded-[3px] bg-fill forced-colors:border forced-colors:border-[GrayText]"
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              <rect className={BAR} width={width} height="8" />
            </svg>
            <span className="text-end">{count}</span>
          </li>
        ))}
      </ul>
    </AnalyticsSection>
  );
}

const CELL = "h-9 py-0 pe-0 border-b border-line max-md:h-11";
const NAME = `${CELL} ps-0 text-start font-medium wrap-anywhere`;
const NUMBER = `${CELL} ps-2 text-end`;
const HEAD = "text-muted text-xs font-medium";

function TopResources({ resources }: Pick<AnalyticsView, "resources">) {
  return (
    <AnalyticsSection id="resources" title={t("Most booked")}>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className={`${NAME} ${HEAD}`}>
              {t("Resource")}
            </th>
            {[t("Bookings"), t("Guests"), t("Booked hours")].map((name) => (
              <th key={name} scope="col" className={`${NUMBER} ${HEAD}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resources.map(({ resource_id, name, bookings, party_total, hours, to }) => (
            <tr key={resource_id}>
              <th scope="row" className={NAME}>
                <FigureLink to={to}>{name}</FigureLink>
              </th>
              <td className={NUMBER}>{bookings}</td>
              <td className={NUMBER}>{party_total}</td>
              <td className={NUMBER}>{hours}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 mx-0 mb-0 text-muted text-sm">{t("Hours count once per guest.")}</p>
    </AnalyticsSection>
  );
}

function Money({ money }: Pick<AnalyticsView, "money">) {
  return (
    <AnalyticsSection id="money" title={t("Revenue")}>
      {money.map(
        ({ currency, gross, refunds, owed, deposits, fees, net, change, paid, returned }) => (
          <dl key={currency} className="grid m-0 [&+&]:mt-4">
            <Amount name={<FigureLink to={paid}>{t("Collected")}</FigureLink>}>{gross}</Amount>
            <Amount name={<FigureLink to={returned}>{t("Refunded")}</FigureLink>}>{refunds}</Amount>
            {owed !== null && <Amount name={t("To hand back")}>{owed}</Amount>}
            <Amount name={t("Net ({{currency}})", { currency })} isTotal>
              {change !== null && <ChangeMark change={change} />} {net}
            </Amount>
            {fees !== null && <Amount name={t("Including fees")}>{fees}</Amount>}
            {deposits !== null && <Amount name={t("Deposits held")}>{deposits}</Amount>}
          </dl>
        ),
      )}
    </AnalyticsSection>
  );
}

interface AmountProps {
  name: ReactNode;
  isTotal?: boolean;
  children: ReactNode;
}

function Amount({ name, isTotal = false, children }: AmountProps) {
  return (
    <div
      className={`flex flex-wrap gap-x-4 items-center justify-between min-h-9 border-b border-line max-md:h-11 ${isTotal ? "font-semibold" : ""}`}
    >
      <dt>{name}</dt>
      <dd className="m-0">{children}</dd>
    </div>
  );
}

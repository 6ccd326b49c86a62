import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FactList } from "~/ui/layout/card";
import { WITH_ASIDE } from "~/ui/kit/form";
import { LinkButton } from "~/ui/kit/button";
import { HoursFields } from "./hours-fields";
import { SlotProgress } from "../slot-progress";
import { DetailsFields } from "./details-fields";
import { NextDays } from "./next-days";
import { PriceFields } from "./price-fields";
import { QuestionFields } from "~/ui/services/question-fields";
import { RulesFields } from "./rules-fields";
import { ServiceForm } from "./service-form";
import { ServiceImage } from "./service-image";
import { ServiceHead } from "../service-head";
import { type ServiceAnswer, servicePath } from "~/ui/services/service-view";
import { WhoFields } from "./who-fields";
import type { ServiceView } from "./load.server";

interface ServicePageProps extends ServiceView {
  answer: ServiceAnswer | undefined;
}

/** A service page: its form, or a summary without permission. */
export function ServicePage(props: ServicePageProps) {
  const { head, making, tab, seen, may_edit, facts, preview } = props;
  return (
    <>
      <ServiceHead {...head} />
      <SlotProgress lines={making} />
      {may_edit ? (
        <ServiceForm {...props} key={`${tab} ${seen}`} draft_name={`service ${head.id} ${tab}`}>
          {(now) => <Fields {...props} preview={now} />}
        </ServiceForm>
      ) : (
        <div className={WITH_ASIDE}>
          <FactList facts={facts} />
          <NextDays preview={preview} is_waiting={false} problem={null} />
        </div>
      )}
      {props.may_upload && tab === "offer" && <ServiceImage {...head} image={props.image} />}
      {may_edit && tab === "offer" && (
        <div className="flex flex-wrap items-center gap-6 mt-6">
          <LinkButton to={`/dashboard/booking-links/new?service=${head.id}`} icon="link">
            {t("Create booking link")}
          </LinkButton>
          <Link
            to={servicePath(head.id, "delete")}
            className="inline-flex items-center min-h-control text-bad text-sm"
          >
            {t("Delete service")}
          </Link>
        </div>
      )}
    </>
  );
}

function Fields({ tab, preview, ...props }: ServicePageProps) {
  const {
    zones,
    shared_hours,
    dates_of,
    currency,
    resources,
    takes_payments,
    widgets,
    sees_widgets,
  } = props;
  switch (tab) {
    case "offer":
      return (
        <DetailsFields categories={props.categories} without_meetings={props.without_meetings} />
      );
    case "hours":
      return <HoursFields zones={zones} shared={shared_hours} />;
    case "who":
      return (
        <WhoFields
          currency={currency}
          resources={resources}
          usual={props.usual}
          with_terms={props.with_terms}
          need_choices={props.need_choices}
        />
      );
    case "price":
      return (
        <PriceFields
          currency={currency}
          takes_payments={takes_payments}
          tax={props.tax}
          locale={props.locale}
          examples={preview.examples}
        />
      );
    case "rules":
      return <RulesFields dates_of={dates_of} />;
    case "questions":
      return <QuestionFields widgets={widgets} links={sees_widgets} />;
  }
}

import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { TextField } from "~/ui/form/fields";
import { PageForm, refusalOf } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { HOURS_PATH } from "~/ui/hours/hours-path";
import { Button, IconButton, LinkButton } from "~/ui/kit/button";
import type { ClosedDaysAnswer } from "./apply.server";
import type { HoursListView } from "./load.server";

interface ClosedDaysProps {
  view: Pick<HoursListView, "closed" | "limits" | "today" | "may_close">;
  answer: ClosedDaysAnswer | undefined;
}

/** Upcoming days on which the whole company is closed. */
export function ClosedDays({
  view: { closed, limits, today, may_close },
  answer,
}: ClosedDaysProps) {
  const refusal = answer?.result;
  return (
    <section
      id="closed"
      aria-labelledby="closed-days"
      className="flex flex-col gap-3 max-w-192 mt-7 scroll-mt-16"
    >
      <div className="flex flex-wrap gap-x-4 gap-y-2 items-center justify-between">
        <h2 id="closed-days" className="m-0 text-lg font-semibold">
          {t("Closed days")}
        </h2>
        {may_close && (
          <LinkButton to={`${HOURS_PATH}/holidays`}>{t("Add public holidays")}</LinkButton>
        )}
      </div>
      <p className="m-0 text-muted text-sm">
        {t("Nothing can be booked on these days, whatever the hours say.")}
      </p>
      {refusalOf(refusal, "close") === undefined && <Problems refusal={refusal} />}
      {closed.length === 0 ? (
        <p className="m-0 text-muted text-sm">{t("No upcoming closed days.")}</p>
      ) : (
        <ul className="m-0 p-0 border-t border-line list-none">
          {closed.map(({ from, to, name, when }) => (
            <li
              key={from}
              className="flex gap-x-4 gap-y-1 items-center min-h-row px-2 border-b border-line"
            >
              <span className="flex-[1_1_16rem]">{when}</span>
              <span className="flex-[1_1_10rem] text-muted wrap-anywhere">{name}</span>
              {may_close && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="from" value={from} />
                  <input type="hidden" name="to" value={to} />
                  <IconButton
                    type="submit"
                    name="intent"
                    value="open"
                    icon="cross"
                    label={t("Remove: {{when}}", { when: `${when}, ${name}` })}
                  />
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {may_close && (
        <PageForm
          key={closed.length}
          intent="close"
          typed={answer?.typed}
          refusal={refusal}
          limits={limits}
          draft="closed days"
          className="flex flex-col gap-3 items-start"
          preventScrollReset
        >
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-x-4 gap-y-3 items-start w-full">
            <TextField name="from" label={t("First day")} type="date" min={today} />
            <TextField
              name="to"
              label={t("Last day")}
              type="date"
              min={today}
              description={t("Empty: one day")}
            />
            <TextField
              name="name"
              label={t("Reason")}
              description={t("For your team, such as Christmas")}
            />
          </div>
          <Button type="submit">{t("Add closed days")}</Button>
        </PageForm>
      )}
    </section>
  );
}

import { Form, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Icon } from "~/ui/icon";
import { Button, LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { GuestView } from "../guest-view";
import { Step } from "../step";
import type { DoneView } from "./load.server";

/** Set-up finished: first free time, a test booking, and the guest view. */
export function DonePage({ view, refusal }: { view: DoneView; refusal: FormRefusal | undefined }) {
  const { company, time_zone, first, test, unpayable, awaits_payments, preview, page } = view;
  return (
    <Step beside={<GuestView config={preview} always />}>
      <h1 className="m-0 mb-2 text-[1.5rem] font-semibold leading-[2rem]">
        {awaits_payments
          ? t("Almost there: connect payments")
          : t("{{company}} is open for bookings", { company })}
      </h1>
      <p className="m-0 mb-6 text-muted leading-[1.5rem]">
        {awaits_payments
          ? t("Everything you offer is paid when booking, so guests can’t book yet.")
          : t("Each booking appears on Today, and you and the guest get an email.")}
      </p>
      {awaits_payments ? null : first === null ? (
        <Notice tone="info">
          <p>{t("No free times in the next two weeks. Check your hours.")}</p>
          <TextLink to="/onboarding/schedule">{t("Change hours")}</TextLink>
        </Notice>
      ) : (
        <div className="flex items-center gap-4 m-0 mb-6 py-4 px-5 rounded-[0.75rem] bg-good-soft text-good">
          <Icon name="calendar" size={28} />
          <p className="m-0">
            {t("First free time")}
            <strong className="block text-[1.125rem]">{first}</strong>
            {time_zone}
          </p>
        </div>
      )}
      {unpayable.length > 0 && (
        <Notice tone="info">
          {unpayable.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <TextLink to="/onboarding/payments">{t("Connect payment account")}</TextLink>
        </Notice>
      )}
      <TestBooking test={test} refusal={refusal} />
      <p className="m-0 text-muted [&_strong]:text-text">
        {t("Set-up is done. What you skipped is listed on Today.")}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 mt-2 [&>:last-child]:ms-auto">
        <span className="flex flex-wrap gap-3">
          <TextLink to="/onboarding/widget">{t("Code for your website")}</TextLink>
          <TextLink href={page}>{t("Booking page")}</TextLink>
        </span>
        <LinkButton variant="primary" to="/dashboard" endIcon="right">
          {t("Go to dashboard")}
        </LinkButton>
      </div>
    </Step>
  );
}

/** Creates a sample booking. */
function TestBooking({
  test,
  refusal,
}: Pick<DoneView, "test"> & { refusal: FormRefusal | undefined }) {
  const isSaving = useNavigation().state !== "idle";
  return (
    <section
      aria-labelledby="test"
      className="my-7 [&_h2]:m-0 [&_h2]:text-[1.125rem] [&_h2]:font-semibold [&>*+*]:mt-3"
    >
      <h2 id="test">{t("Test booking")}</h2>
      <Problems refusal={refusal} />
      <p className="m-0 text-muted [&_strong]:text-text">
        {test === null
          ? t(
              "Books the first free time so you can see how it looks. No emails are sent; remove it with one click.",
            )
          : t("{{day}}, {{time}}, {{resource}}. It’s in your calendar; no emails were sent.", {
              day: test.day,
              time: test.time,
              resource: test.resource,
            })}
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        {test === null ? (
          <Button type="submit" name="intent" value="make" loading={isSaving}>
            {t("Create test booking")}
          </Button>
        ) : (
          <>
            <LinkButton to={`/dashboard/bookings/${test.id}`}>{t("Open test booking")}</LinkButton>
            <Button type="submit" name="intent" value="remove" variant="quiet" loading={isSaving}>
              {t("Remove test booking")}
            </Button>
          </>
        )}
      </Form>
    </section>
  );
}

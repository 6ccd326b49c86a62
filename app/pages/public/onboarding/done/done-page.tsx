import { Form, useNavigation } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Icon } from "~/ui/icon";
import { Button, LinkButton } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import { WidgetStage } from "~/ui/widgets/widget-stage";
import type { DoneView } from "./load.server";
import styles from "~/ui/form/step-form.module.css";

/** The company is open: its first free time, a test booking, and what guests see. */
export function DonePage({ view, problems }: { view: DoneView; problems: string[] | null | undefined }) {
  const { company, time_zone, first, test, unpayable, preview, page } = view;
  return (
    <>
      <h1 className={styles.title}>{t("{company} is open for bookings", { company })}</h1>
      <p className={styles.lead}>{t("Bookings appear in your list at once; you and the guest each get an e-mail.")}</p>
      {first === null ? (
        <Notice tone="info">
          {t("There are no free times in the next two weeks. Please check your opening hours.")}
        </Notice>
      ) : (
        <div className={styles.first}>
          <Icon name="calendar" size={28} />
          <p>
            {t("The first free time is")}
            <strong>{first}</strong>
            {time_zone}
          </p>
        </div>
      )}
      {unpayable.length > 0 && (
        <Notice tone="info">
          {unpayable.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <TextLink to="/onboarding/payments">{t("Connect a payment account")}</TextLink>
        </Notice>
      )}
      <TestBooking test={test} problems={problems} />
      <section aria-labelledby="preview" className={styles.part}>
        <h2 id="preview">{t("What guests see")}</h2>
        <p className={styles.explained}>{t("Try it: nothing is booked here, and the times are samples.")}</p>
        <noscript>
          <p className={styles.explained}>{t("The preview needs JavaScript. Your booking page works without.")}</p>
        </noscript>
        <div className="needs-script">
          <WidgetStage config={preview} width="narrow" />
        </div>
      </section>
      <p className={styles.explained}>
        {t("The set-up is done. Whatever you left for later is on the list on Today, until you have done it.")}
      </p>
      <div className={styles.buttons}>
        <span className={styles.pair}>
          <TextLink to="/onboarding/widget">{t("Code for your website")}</TextLink>
          <TextLink href={page}>{t("Your booking page")}</TextLink>
        </span>
        <LinkButton variant="primary" to="/dashboard" endIcon="right">
          {t("Go to the dashboard")}
        </LinkButton>
      </div>
    </>
  );
}

/** A booking to try out how one is. */
function TestBooking({ test, problems }: Pick<DoneView, "test"> & { problems: string[] | null | undefined }) {
  const isSaving = useNavigation().state !== "idle";
  return (
    <section aria-labelledby="test" className={styles.part}>
      <h2 id="test">{t("A test booking")}</h2>
      {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <p className={styles.explained}>
        {test === null
          ? t(
              "Books the first free time, so that you see how a booking is. Nobody is mailed, and one press removes it.",
            )
          : t("{day}, {time}, {resource}. It is in your calendar now; nobody was mailed.", {
              day: test.day,
              time: test.time,
              resource: test.resource,
            })}
      </p>
      <Form method="post" className={styles.pair!}>
        {test === null ? (
          <Button type="submit" name="intent" value="make" loading={isSaving}>
            {t("Make a test booking")}
          </Button>
        ) : (
          <>
            <LinkButton to={`/dashboard/bookings/${test.id}`}>{t("See it")}</LinkButton>
            <Button type="submit" name="intent" value="remove" variant="quiet" loading={isSaving}>
              {t("Remove the test booking")}
            </Button>
          </>
        )}
      </Form>
    </section>
  );
}

import { Anchor, Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { removeTestBooking } from "~/domain/bookings/remove-test-booking.sql.server";
import { firstBookableTime } from "./first-time.server";
import { listUnpayableOffers } from "../payments-step.server";
import { readOnboarding } from "~/domain/onboarding/onboarding.server";
import { findTestBooking, makeTestBooking } from "~/domain/onboarding/test-booking.server";
import { previewDefaultWidget } from "~/domain/widgets/read-widget-config.server";
import { calendarOf } from "~/http/page-calendar.server";
import { requireActor, submit } from "~/http/page.server";
import { dashboardLocale } from "~/i18n/locales";
import { describeBookings } from "~/ui/booking/booking-lines";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/feedback/notice";
import styles from "~/ui/form/step-form.module.css";
import { WidgetStage } from "~/ui/widgets/widget-stage";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const TestBookingForm = z.object({ intent: z.enum(["make", "remove"]) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { completed } = await readOnboarding(actor);
  if (!completed.includes("schedule")) throw redirect("/onboarding");
  const { name, locale, time_zone } = actor.tenant;
  const [first, test, unpayable, preview] = await Promise.all([
    firstBookableTime(actor),
    findTestBooking(actor),
    listUnpayableOffers(actor),
    previewDefaultWidget(actor),
  ]);
  const words = new Intl.DateTimeFormat(dashboardLocale(locale), {
    ...{ weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
    timeZone: time_zone,
  });
  return {
    company: name,
    time_zone,
    first: first === null ? null : words.format(new Date(first)),
    test: test && describeBookings([test], [], calendarOf(actor))[0]!, // one in, one out
    unpayable,
    preview,
    page: `/book/${actor.tenant.slug}`,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, TestBookingForm, async ({ intent }) => {
    const known = intent === "make" ? await makeTestBooking(actor) : await findTestBooking(actor);
    if (intent === "remove" && known !== null) await removeTestBooking(actor, known.id);
    return redirect("/onboarding/done");
  });
}

export default function DonePage() {
  const { company, time_zone, first, unpayable, preview, page } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 className={styles.title}>{company} is open for bookings</h1>
      <p className={styles.lead}>Bookings appear in your list at once; you and the guest each get an e-mail.</p>
      {first === null ? (
        <Notice tone="info">There are no free times in the next two weeks. Please check your opening hours.</Notice>
      ) : (
        <div className={styles.first}>
          <Icon name="calendar" size={28} />
          <p>
            The first free time is
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
          <Anchor component={Link} to="/onboarding/payments" inherit>
            Connect a payment account
          </Anchor>
        </Notice>
      )}
      <TestBooking />
      <section aria-labelledby="preview" className={styles.part}>
        <h2 id="preview">What guests see</h2>
        <p className={styles.explained}>Try it: nothing is booked here, and the times are samples.</p>
        <noscript>
          <p className={styles.explained}>The preview needs JavaScript. Your booking page works without.</p>
        </noscript>
        <div className="needs-script">
          <WidgetStage config={preview} width="narrow" />
        </div>
      </section>
      <p className={styles.explained}>
        The set-up is done. Whatever you left for later is on the list on Today, until you have done it.
      </p>
      <div className={styles.buttons}>
        <span className={styles.pair}>
          <Anchor component={Link} to="/onboarding/widget" size="sm">
            Code for your website
          </Anchor>
          <Anchor href={page} size="sm">
            Your booking page
          </Anchor>
        </span>
        <Button component={Link} to="/dashboard" size="md" rightSection={<Icon name="right" />}>
          Go to the dashboard
        </Button>
      </div>
    </>
  );
}

/** A booking to try out how one is. */
function TestBooking() {
  const { test } = useLoaderData<typeof loader>();
  const problems = useActionData<typeof action>()?.result.error?.[""];
  const isSaving = useNavigation().state !== "idle";
  return (
    <section aria-labelledby="test" className={styles.part}>
      <h2 id="test">A test booking</h2>
      {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <p className={styles.explained}>
        {test === null
          ? "Books the first free time, so that you see how a booking is. Nobody is mailed, and one press removes it."
          : `${test.day}, ${test.time}, ${test.resource}. It is in your calendar now; nobody was mailed.`}
      </p>
      <Form method="post" className={styles.pair!}>
        {test === null ? (
          <Button type="submit" name="intent" value="make" variant="default" size="md" loading={isSaving}>
            Make a test booking
          </Button>
        ) : (
          <>
            <Button component={Link} to={`/dashboard/bookings/${test.id}`} variant="default" size="md">
              See it
            </Button>
            <Button type="submit" name="intent" value="remove" variant="subtle" size="md" loading={isSaving}>
              Remove the test booking
            </Button>
          </>
        )}
      </Form>
    </section>
  );
}

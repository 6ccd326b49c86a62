import { Anchor, Button } from "@mantine/core";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { firstBookableTime } from "~/domain/onboarding/first-time.server";
import { listUnpayableOffers } from "~/domain/onboarding/payments-step.server";
import { readOnboarding } from "~/domain/onboarding/onboarding.server";
import { requireActor } from "~/http/page.server";
import { dashboardLocale } from "~/i18n/locales";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/feedback/notice";
import styles from "~/ui/onboarding/step-form.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { completed } = await readOnboarding(actor);
  if (!completed.includes("schedule")) throw redirect("/onboarding");
  const { name, locale, time_zone } = actor.tenant;
  const first = await firstBookableTime(actor);
  const words = new Intl.DateTimeFormat(dashboardLocale(locale), {
    ...{ weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" },
    timeZone: time_zone,
  });
  return {
    company: name,
    time_zone,
    first: first === null ? null : words.format(new Date(first)),
    unpayable: await listUnpayableOffers(actor),
    page: `/book/${actor.tenant.slug}`,
  };
}

export default function DonePage() {
  const { company, time_zone, first, unpayable, page } = useLoaderData<typeof loader>();
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

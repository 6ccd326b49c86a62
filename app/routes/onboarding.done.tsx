import { Anchor, Button } from "@mantine/core";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { firstBookableTime } from "~/domain/onboarding/first-time.server";
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
  return { company: name, time_zone, first: first === null ? null : words.format(new Date(first)) };
}

export default function DonePage() {
  const { company, time_zone, first } = useLoaderData<typeof loader>();
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
      <div className={styles.buttons}>
        <Anchor component={Link} to="/onboarding/widget" size="sm">
          Code for your website
        </Anchor>
        <Button component={Link} to="/dashboard" size="md" rightSection={<Icon name="right" />}>
          Go to the dashboard
        </Button>
      </div>
    </>
  );
}

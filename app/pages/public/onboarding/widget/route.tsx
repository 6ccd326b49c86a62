import { Anchor, Button } from "@mantine/core";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { getBaseKey } from "~/domain/api-keys/api-keys.server";
import { readOnboarding, saveOnboardingStep } from "~/domain/onboarding/onboarding.server";
import { requireActor, submit } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { Notice } from "~/ui/feedback/notice";
import { CopyButton } from "~/ui/form/copy-button";
import { Icon } from "~/ui/icon";
import styles from "~/ui/form/step-form.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const Answer = z.strictObject({ intent: z.enum(["done", "later"]) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const { schedule } = (await readOnboarding(actor)).data;
  if (schedule === null) throw redirect("/onboarding/schedule");
  const { key } = await getBaseKey(actor);
  return {
    snippet: `<script src="${env.BASE_URL}/widget/booking-widget.js" defer></script>\n<booking-widget publishable-key="${key}"></booking-widget>`,
    page: `${env.BASE_URL}/book/${actor.tenant.slug}`,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, Answer, async ({ intent }) => {
    await saveOnboardingStep(actor, { step: "widget", data: { skip: intent === "later" } });
    return redirect("/onboarding/payments");
  });
}

export default function WidgetPage() {
  const { snippet, page } = useLoaderData<typeof loader>();
  const problems = useActionData<typeof action>()?.result.error?.[""];
  const isSaving = useNavigation().state !== "idle";
  return (
    <>
      <h1 className={styles.title}>Put it on your website</h1>
      <p className={styles.lead}>
        Paste these two lines where the calendar should appear, or send them to the person who maintains your website.
        The key in them may be public.
      </p>
      <div className={styles.form}>
        {problems && <Notice tone="bad">{problems.join(" ")}</Notice>}
        <pre className={styles.snippet} tabIndex={0} aria-label="Code for your website">
          {snippet}
        </pre>
        <div>
          <CopyButton text={snippet} what="the code for your website" />
        </div>
        <p className={styles.explained}>
          No website? Guests can book on your own page here:{" "}
          <Anchor href={page} target="_blank" inherit className={styles.address!}>
            {page}
          </Anchor>
        </p>
        <p className={styles.explained}>
          <strong>Do this later</strong> goes on with the set-up. The code stays in Widgets, and Today reminds you of
          it.
        </p>
        <Form method="post" className={styles.buttons!}>
          <Anchor component={Link} to="/onboarding/schedule" size="sm">
            Back
          </Anchor>
          <span className={styles.pair}>
            <Button type="submit" name="intent" value="later" size="md" variant="default" disabled={isSaving}>
              Do this later
            </Button>
            <Button
              type="submit"
              name="intent"
              value="done"
              size="md"
              loading={isSaving}
              rightSection={<Icon name="right" />}
            >
              I have added it
            </Button>
          </span>
        </Form>
      </div>
    </>
  );
}

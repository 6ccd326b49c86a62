import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { removeTestBooking } from "~/domain/bookings/change/remove-test-booking.sql.server";
import { findTestBooking, makeTestBooking } from "~/domain/onboarding/test-booking.server";
import { requireActor, submit } from "~/http/page.server";
import { DonePage } from "./done-page";
import { loadDone } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

const TestBookingForm = z.object({ intent: z.enum(["make", "remove"]) });

export async function loader({ request }: LoaderFunctionArgs) {
  return loadDone(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, TestBookingForm, async ({ intent }) => {
    const known = intent === "make" ? await makeTestBooking(actor) : await findTestBooking(actor);
    if (intent === "remove" && known !== null) await removeTestBooking(actor, known.id);
    return redirect("/onboarding/done");
  });
}

export default function Done() {
  return (
    <DonePage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}

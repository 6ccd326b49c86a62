import { z } from "zod";
import { operation, provider } from "./operation";

/** Google sends headers only. */
const GOOGLE_BYTES = 4 * 1024;
/** Microsoft batches notices of many calendars. */
const MICROSOFT_BYTES = 256 * 1024;

export const MicrosoftNotices = z
  .object({
    value: z
      .array(
        z.object({
          clientState: z.string().max(128).describe("Token we set when the subscription was made."),
          lifecycleEvent: z
            .string()
            .max(100)
            .optional()
            .describe(
              "What happened to the subscription itself, e.g. subscriptionRemoved; omitted for a change.",
            ),
        }),
      )
      .max(1000)
      .default([])
      .describe("Notices, at most 1,000."),
  })
  .describe("Notices from Microsoft Graph; fields not listed are ignored.");
export type MicrosoftNotices = z.output<typeof MicrosoftNotices>;

const MicrosoftHandshake = z.object({
  validationToken: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .describe(
      "Sent once, without a body, when a subscription is made; it is returned as text/plain.",
    ),
});
const TakenNotices = z
  .object({ received: z.literal(true).describe("Always true.") })
  .describe("The notices were received; the calendars are read afterwards.");

export const calendarNotices = {
  receiveGoogle: operation({
    method: "POST",
    path: "/api/calendars/notices/google",
    caller: provider("google_calendar", GOOGLE_BYTES),
    limit: "provider",
    summary: "Receive a notice from Google that a connected calendar has changed",
    status: 204,
    errors: ["integration_disabled", "bad_signature"],
  }),
  receiveMicrosoft: operation({
    method: "POST",
    path: "/api/calendars/notices/microsoft",
    caller: provider("microsoft_calendar", MICROSOFT_BYTES),
    limit: "provider",
    summary: "Receive notices from Microsoft that connected calendars have changed",
    query: MicrosoftHandshake,
    body: MicrosoftNotices,
    loose_query: true,
    later: TakenNotices,
    errors: ["integration_disabled", "bad_signature"],
  }),
};

import { z } from "zod";
import { ProfileChoice } from "~/contract/payment-connection";

/** Forms of the payment account, discriminated by their button. */
export const AccountForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("profile"), profile_id: ProfileChoice.shape.profile_id }),
  z.object({ intent: z.literal("disconnect") }),
]);

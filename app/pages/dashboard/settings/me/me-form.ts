import { z } from "zod";
import { Id } from "~/contract/common";
import { UserPatch } from "~/contract/users";

/** Forms of the personal settings, discriminated by their button. */
export const MeForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("name"), name: UserPatch.shape.name.unwrap() }),
  z.object({
    intent: z.literal("shortcuts"),
    shortcuts: z.boolean().default(false).describe("a tick"),
  }),
  z.object({ intent: z.literal("end_session"), session_id: Id }),
  z.object({ intent: z.literal("end_others") }),
  z.object({ intent: z.literal("make_feed") }),
  z.object({ intent: z.literal("renew_feed"), feed_id: Id }),
  z.object({ intent: z.literal("remove_feed"), feed_id: Id }),
]);
export type MeForm = z.output<typeof MeForm>;

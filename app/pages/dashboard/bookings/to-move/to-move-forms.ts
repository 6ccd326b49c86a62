import { z } from "zod";
import { Id } from "~/contract/common";

/** How many bookings one press moves or emails: the undo of all of them fits into a cookie. */
export const MAX_MOVED = 25;

/** A booking and the slot that it was offered, as one form field. */
const Chosen = z
  .string()
  .max(80)
  .transform((text) => text.split(" "))
  .pipe(z.tuple([Id, Id]))
  .transform(([id, slot_id]) => ({ id, slot_id }));

export const chosenField = (id: string, slot_id: string): string => `${id} ${slot_id}`;

const whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const Done = z.tuple([Id, whole, whole]);

/** Moves that were done, as one form field. */
const DoneMoves = z
  .string()
  .max(2500)
  .transform((text) => text.split(",").map((each) => each.split(" ")))
  .pipe(z.array(Done).max(MAX_MOVED))
  .transform((moves) => moves.map(([id, version, minutes]) => ({ id, version, minutes })));

export const doneField = (
  moves: readonly { id: string; version: number; minutes: number }[],
): string => moves.map(({ id, version, minutes }) => `${id} ${version} ${minutes}`).join(",");

/** Forms of the page. */
export const ToMoveForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("move"), move: z.array(Chosen).min(1).max(MAX_MOVED) }),
  z.object({ intent: z.literal("undo"), moves: DoneMoves }),
  z.object({ intent: z.literal("email"), id: z.array(Id).min(1).max(MAX_MOVED) }),
  z.object({ intent: z.literal("keep"), id: Id }),
  z.object({ intent: z.literal("unkeep"), id: Id }),
]);
export type ToMoveForm = z.output<typeof ToMoveForm>;

import { askForTimes } from "~/domain/displaced/ask-for-times.server";
import {
  keepDisplaced,
  moveDisplaced,
  type MovedBookings,
  undoDisplaced,
} from "~/domain/displaced/change-displaced.server";
import type { UserActor } from "~/domain/identity/actor";
import { redirectWith } from "~/http/flash.server";
import { plural, t } from "~/i18n/text";
import { doneField, type ToMoveForm } from "./to-move-forms";

/** Executes a form of the page at `here`, with an undo. Throws the domain functions' errors. */
export async function applyToMoveForm(
  actor: UserActor,
  form: ToMoveForm,
  here: string,
): Promise<Response> {
  if (form.intent === "move") {
    const done = await moveDisplaced(actor, form.move);
    const { moved } = done;
    const words = moved.length === 0 ? [] : [movedWords(moved.length)];
    return redirectWith(
      here,
      [...words, ...refusedWords(done)].join(" "),
      moved.length === 0
        ? null
        : { action: here, fields: { intent: "undo", moves: doneField(moved) } },
    );
  }
  if (form.intent === "undo") {
    const done = await undoDisplaced(actor, form.moves);
    const words =
      done.moved.length === 0
        ? []
        : [
            plural(
              done.moved.length,
              "{{count}} booking is back at its former time.",
              "{{count}} bookings are back at their former times.",
            ),
          ];
    return redirectWith(here, [...words, ...refusedWords(done)].join(" "));
  }
  if (form.intent === "email") {
    const emailed = await askForTimes(actor, form.id);
    return redirectWith(
      here,
      plural(emailed, "{{count}} guest emailed.", "{{count}} guests emailed."),
    );
  }
  if (form.intent === "keep") {
    await keepDisplaced(actor, form.id);
    return redirectWith(here, t("Kept at its time."), {
      action: here,
      fields: { intent: "unkeep", id: form.id },
    });
  }
  await keepDisplaced(actor, form.id, false);
  return redirectWith(here, t("Listed again."));
}

const movedWords = (count: number) =>
  plural(
    count,
    "{{count}} booking moved. The guest is emailed.",
    "{{count}} bookings moved. The guests are emailed.",
  );

function refusedWords({ refused }: MovedBookings): string[] {
  const [reason] = refused;
  return reason === undefined
    ? []
    : [
        plural(
          refused.length,
          "{{count}} could not be moved: {{reason}}",
          "{{count}} could not be moved: {{reason}}",
          { reason },
        ),
      ];
}

import type { BookingAnswer } from "~/contract/bookings";
import type { ChosenParty } from "~/contract/fields";
import type { Question } from "~/contract/schedules";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { checkAnswers, type GivenAnswer, questionsFor } from "../bookings/place/answers";
import { changeBooking } from "../bookings/change/apply-decision.server";
import type { BookingRow } from "../bookings/read/booking-row";
import { minutesOf, moveBooking } from "../bookings/change/move-booking.server";
import {
  readMostPeople,
  readPersonKinds,
  readQuestions,
} from "../bookings/change/service-terms.sql.server";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import type { CustomerActor } from "../identity/actor";
import { isSameParty, type PeopleChoice, peopleChoices } from "../quotes/choose-party";

/** The parts of a booking besides its time that a guest may change. */
export interface Changeable {
  /** The most people; 1: there is nothing to choose. */
  most_people: number;
  /** The kinds to choose from; none: `most_people` are alike. */
  kinds: PeopleChoice[];
  /** Without sensitive ones: the page's address may be forwarded, so their answers aren't shown. */
  questions: Question[];
}

export async function readChangeable(row: BookingRow): Promise<Changeable> {
  const [most_people, service, questions] = await Promise.all([
    readMostPeople(pool, row),
    row.party.length === 0 ? null : readPersonKinds(pool, row),
    visibleQuestions(pool, row),
  ]);
  return { most_people, kinds: peopleChoices(row.party, service), questions };
}

async function visibleQuestions(db: Sql, row: BookingRow): Promise<Question[]> {
  const { of_widget, of_schedule } = await readQuestions(db, row);
  return questionsFor(of_widget, of_schedule).filter(({ sensitive }) => !sensitive);
}

interface GuestChange {
  /** null: people by kind. */
  party_size: number | null;
  party?: ChosenParty | undefined;
  answers: GivenAnswer[];
  /** The price that the page displayed. */
  expected_amount?: number | undefined;
  version?: number | undefined;
}

/**
 * Changes the people and answers of a guest's booking. Throws validation_failed, price_changed,
 * slot_unavailable, cancellation_window_passed, invalid_transition, hold_expired, version_conflict.
 */
export async function changeByGuest(
  actor: CustomerActor,
  { row }: { row: BookingRow },
  { party_size, party, answers, expected_amount, version }: GuestChange,
): Promise<BookingRow> {
  const details = async (db: Sql, current: BookingRow) => ({
    answers: replacedAnswers(current, await visibleQuestions(db, current), answers),
  });
  const isSame =
    party === undefined ? party_size === row.party_size : isSameParty(party, row.party);
  if (isSame)
    return transaction((db) =>
      withLockedBooking(db, actor, row.id, { seats: false }, async (booking) => {
        const command = { type: "edit", details: await details(db, booking.loaded.row) } as const;
        return changeBooking(db, actor, booking, command, { version });
      }),
    );
  return moveBooking(actor, row.id, {
    target: {
      kind: "held",
      resource_id: row.resource_id,
      starts_at: row.starts_at,
      schedule: { id: row.schedule_id, is_kept: true },
      duration_minutes: minutesOf(row),
      slot_id: row.slot_id,
    },
    ...(party === undefined ? { party_size: party_size ?? row.party_size } : { party }),
    expected_amount,
    version,
    details,
  });
}

/** Answers to other questions stay, such as sensitive ones and the agreed terms. */
function replacedAnswers(
  { answers: before }: BookingRow,
  questions: Question[],
  given: GivenAnswer[],
): BookingAnswer[] {
  const questionIds = new Set(questions.map(({ id }) => id));
  const after = new Map(
    checkAnswers(questions, given).map((answer) => [answer.question_id, answer]),
  );
  const unchanged = before.flatMap((answer) => {
    if (!questionIds.has(answer.question_id)) return [answer];
    const changed = after.get(answer.question_id);
    after.delete(answer.question_id);
    return changed === undefined ? [] : [changed];
  });
  return [...unchanged, ...after.values()];
}

import { maySend } from "../interactions/advance";
import { move } from "../interactions/move";
import { post } from "../interactions/requests";
import { visitOf } from "../interactions/visit";
import { returnUrl } from "../pay/payment";
import { partySize, type Field } from "../shared/details";
import { Refusal, type Problem } from "../shared/problem";
import { fillPlural } from "../shared/texts";
import type { Store } from "../store";
import { needsProof, proofToken } from "../verify/verification";
import type { Slot } from "../wire";
import {
  bookingBody,
  checkDetails,
  isOptional,
  placeIssues,
  shownDeposit,
  waitingBody,
  withoutRefused,
} from "./form";
import { showCardTerms } from "./card-terms";
import { endHold, takeHold, wantedOf } from "./hold";
import { parts, withStep } from "./later-steps";
import {
  addonsOf,
  isRepeated,
  kindsOf,
  lacksQuestions,
  loadQuestions,
  questionsOf,
  requirementsOf,
  totalOf,
} from "./requirements";
import { withdrawalOf } from "./withdrawn";

/** Sends the booking or waiting list entry, after verification if required. */
export async function send(store: Store): Promise<void> {
  const { flow, retry_at } = store.state;
  const { slot } = flow;
  if (!slot || !maySend(flow) || lacksDates(store) || Date.now() < retry_at) return;
  if (lacksQuestions(store) && !(await getsQuestions(store))) return;
  if (!isComplete(store)) return showErrors(store);
  if (needsProof(store)) return verify(store);
  move(store, { type: "sent" });
  try {
    if (flow.waits) await join(store, slot);
    else await book(store, slot);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    store.fail(new Refusal(await withdrawalOf(store, error.problem)), (problem) =>
      refuse(store, problem),
    );
  }
}

/** Whether the booking repeats and its dates aren't shown yet. */
export const lacksDates = (store: Store): boolean =>
  isRepeated(store) && !parts.repeat?.planOf(store);

/** The form can't be submitted without its required questions. */
async function getsQuestions(store: Store): Promise<boolean> {
  move(store, { type: "sent" });
  try {
    await loadQuestions(store);
    endSending(store);
    return true;
  } catch (error) {
    store.fail(error, (problem) => refuse(store, problem));
    return false;
  }
}

/** Checks what was typed. */
function isComplete(store: Store): boolean {
  const t = store.page.t();
  const requirements = requirementsOf(store);
  // Editing a field clears its error, so fields that still have one are unchanged.
  const details = withoutRefused(store.state.details, store.state.errors, requirements);
  const wrong = checkDetails(details, requirements);
  const errors = new Map(
    [...wrong].map(([field, code]) => [field, errorText(store, field, t.error[code])]),
  );
  store.set({ details, errors });
  return wrong.size === 0;
}

/** Moves to the verification step. */
function verify(store: Store): Promise<void> {
  move(store, { type: "sent" });
  return withStep(
    store,
    "verify",
    ({ sendCode }) => sendCode(store, false),
    (problem) => refuse(store, problem),
  );
}

async function book(store: Store, slot: Slot): Promise<void> {
  await visitOf(store).hold_answered;
  const { details } = store.state;
  if (store.state.hold && store.state.hold.party_size < partySize(details)) {
    // More people come than were held for: others can't take what the hold itself fills.
    takeHold(store, slot);
    await visitOf(store).hold_answered;
  }
  const { hold } = store.state;
  const total = totalOf(store, slot);
  const body = bookingBody(details, {
    ...contextOf(store, slot),
    expected_amount: total,
    expected_deposit_amount:
      shownDeposit(total, slot, details, store.state.flow.bookable?.schedule) ?? 0,
    hold_token: hold?.slot_id === slot.id ? hold.hold_token : undefined,
    return_url: returnUrl(store),
    card: store.state.card_terms,
  });
  const booked = isRepeated(store)
    ? await parts.repeat!.bookDates(store, body)
    : await (store.state.flow.bookable?.visit?.book(body) ?? post(store, "booking", body));
  if (!booked) return endSending(store);
  store.calendar.spans.clear();
  const { booking, dates, manage_url } = booked;
  store.page.emit("booking-created", { booking: dates?.[0] ?? booking, manage_url });
  move(store, { type: "booked", booked });
}

async function join(store: Store, slot: Slot): Promise<void> {
  const body = waitingBody(store.state.details, slot.id, contextOf(store, slot));
  const joined = await post(store, "waitlist", body);
  move(store, { type: "joined", joined });
}

const contextOf = (store: Store, slot: Slot) => ({
  wanted: wantedOf(store, slot),
  config_id: store.settings.configId,
  booking_link_token: store.settings.bookingLink,
  questions: requirementsOf(store).questions,
  addons: addonsOf(store),
  kinds: kindsOf(store),
  locale: store.page.locale(),
  time_zone: store.calendar.zone,
  verification_token: proofToken(store),
});

/**
 * Shows a rejection where it can be fixed: at a field, as other times, or as a message with an
 * action.
 */
export function refuse(store: Store, refusal: Problem): void {
  if (refusal.code === "verification_required" && store.state.flow.sending) {
    // The key requires verification although the configuration didn't, or the token has expired.
    store.set({ must_verify: true, proof: null });
    endSending(store);
    return void verify(store);
  }
  // A deleted slot, or one now inside the minimum notice, is no longer available.
  const isGone = refusal.code === "not_found" || refusal.code === "outside_booking_window";
  const problem: Problem = isGone ? { ...refusal, kind: "taken" } : refusal;
  move(store, { type: "refused", problem });
  if (problem.card_terms) showCardTerms(store, problem.card_terms);
  const errors = errorsOf(store, problem);
  store.set({ errors });
  if (problem.kind === "taken") {
    endHold(store);
    store.calendar.spans.clear();
  }
  if (problem.kind === "invalid" && errors.size) showErrors(store);
  else store.set({ focus: "notice" });
}

/** Nothing is in flight any more, without a result to show. */
export function endSending(store: Store): void {
  store.set({ flow: { ...store.state.flow, sending: false } });
}

export function showErrors(store: Store): void {
  const { errors } = store.state;
  const { page } = store;
  const [first] = errors.keys();
  store.set({
    focus: first ? { field: first } : "notice",
    announcement: fillPlural(page.t(), "error_summary", errors.size, page.locale()),
  });
}

function errorText(store: Store, field: Field, text: string): string {
  const { error_optional } = store.page.t();
  return isOptional(field, requirementsOf(store)) ? `${text} ${error_optional}` : text;
}

/** The service's messages are in English; other languages show a generic field error. */
function errorsOf(store: Store, problem: Problem): ReadonlyMap<Field, string> {
  const placed = placeIssues(
    problem.issues,
    store.state.details,
    questionsOf(store),
    kindsOf(store),
  );
  const isEnglish = store.page.locale().startsWith("en");
  return new Map(
    [...placed].map(([field, message]) => [
      field,
      errorText(store, field, isEnglish ? message : store.page.t().error_invalid),
    ]),
  );
}

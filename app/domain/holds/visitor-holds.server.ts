import type { Hold, NewHold, ReleaseHold } from "~/contract/holds";
import { ANYONE } from "~/contract/fields";
import { HOLD_MINUTES } from "~/contract/limits";
import { AppError, notFound } from "~/lib/app-error";
import { linkSignature, randomToken } from "~/lib/crypto.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import {
  type IdempotencyTicket,
  idempotentTransaction,
  replayStoredAnswer,
} from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { chooseConfiguration } from "../api-keys/choose-configuration.server";
import { withOpenLink } from "../booking-links/open-link.server";
import { tryCandidates } from "../bookings/place/candidates";
import { withAlternatives, withTimesNear } from "../bookings/place/find-alternatives.sql.server";
import { expireHolds } from "../bookings/change/expire-holds.server";
import { bookableResources, findCandidates } from "../bookings/place/find-candidates.sql.server";
import { findRequestedSlot } from "../bookings/place/find-requested-slot.sql.server";
import { readPartySeats } from "../bookings/place/party-seats.sql.server";
import { isOfferedByKey } from "../bookings/place/is-offered";
import type { Candidate } from "../bookings/place/candidates";
import type { HeldTerms } from "../bookings/place/held-terms";
import { depositOf } from "../quotes/deposit";
import { checkExpected, checkExpectedDeposit } from "../quotes/quote";
import {
  checkParty,
  checkSingleDate,
  checkTarget,
  checkWindow,
  depositTermsOf,
  peopleAt,
  quoteFor,
  type RequestedSlot,
} from "../bookings/place/requested-slot";
import { type ResourceTarget, slotById, targetOf } from "../bookings/place/slot-target";
import type { KeyActor, Tenant } from "../identity/actor";
import { limitPerResource, limitLookupsPerTenant } from "../seats/concurrency-limits";
import {
  type ChosenNeed,
  type SeatClaim,
  seatRefusal,
  slotUnavailable,
} from "../seats/claim-seats.sql.server";
import { findNeeds, lockNeeds } from "../seats/service-needs.sql.server";
import { lockResource } from "../seats/lock-resource.sql.server";
import { seatRequest } from "../seats/seat-request";
import {
  namedHold,
  type NewHold as HoldToPlace,
  type HoldPlaced,
  placeHold,
  releaseVisitorHold,
} from "../seats/visitor-hold.sql.server";

/** The longest Retry-After for another hold, in seconds. */
const RETRY_SECONDS = 60;

/**
 * Holds seats for a website visitor while they fill in the form, for `policy.hold_minutes` and at
 * most ten minutes, including the time of the hold that `replaces` names. `network` identifies the
 * visitor's address.
 * Throws not_found, origin_not_allowed, validation_failed, outside_booking_window,
 * booking_link_unavailable, slot_unavailable (with alternatives), hold_limit (three holds already,
 * or visitors hold half of the seats or their share of the day: the time can be booked without a
 * hold), price_changed.
 */
export async function takeHold(
  caller: KeyActor,
  input: NewHold,
  network: string,
  ticket: IdempotencyTicket | null,
): Promise<Hold> {
  const actor = await withOpenLink(
    await chooseConfiguration(caller, input.config_id),
    input.booking_link_token,
  );
  const target = targetOf(input);
  if (target.kind !== "anyone")
    return holdSlot(actor, input, { target, because: null }, network, ticket);
  const party_size = await readPartySeats(pool, actor.tenant.id, target.schedule_id, input);
  try {
    const candidates = await limitLookupsPerTenant(actor.tenant.id, () =>
      findCandidates(pool, actor, {
        ...target,
        party_size,
        guest: null,
        hold: formerHold(actor, input),
      }),
    );
    return await tryCandidates(candidates, ({ slot_id, because }) => {
      const one = { target: slotById(slot_id, target.length_minutes), because };
      return holdSlot(actor, input, one, network, ticket);
    });
  } catch (error) {
    // An earlier attempt with this key may itself have taken the last seats.
    if (error instanceof AppError && ticket !== null) await replayStoredAnswer(pool, ticket);
    const among = bookableResources(actor);
    throw await withAlternatives(error, actor.tenant.id, { ...target, among }, party_size);
  }
}

/**
 * Holds one slot. For anyone, a refusal suggests no other times: tryCandidates continues with the
 * next resource.
 */
async function holdSlot(
  actor: KeyActor,
  input: NewHold,
  { target, because }: { target: ResourceTarget; because: Candidate["because"] | null },
  network: string,
  ticket: IdempotencyTicket | null,
): Promise<Hold> {
  const { tenant } = actor;
  const { requested } = await limitLookupsPerTenant(tenant.id, () =>
    findRequestedSlot(pool, actor, target, null),
  ).catch(async (error: unknown) => {
    throw await withTimesNear(error, tenant.id, (near) => isOfferedByKey(actor, near), {
      length_minutes: input.length_minutes,
      party_size: input.party_size ?? 1,
    });
  });
  const slot_id = requested.slot_id!; // the contract lets visitors hold slots only
  checkTarget(target, requested);
  if (!isOfferedByKey(actor, requested)) throw slotUnavailable("closed");
  checkSingleDate(requested);
  const people = peopleAt(requested, input);
  const { party_size } = people;
  checkParty(requested, party_size);
  checkWindow(requested);
  const price = quoteFor(requested, people, []);
  checkExpected(input.expected_amount, price);
  const deposit_amount = depositOf(
    depositTermsOf(requested.schedule),
    price.amount,
    price.currency,
  );
  checkExpectedDeposit(input.expected_deposit_amount, deposit_amount, price);
  const terms: HeldTerms = {
    requested,
    configuration: actor.configuration,
    booking_link_id: actor.link?.id ?? null,
    assigned_because: because,
  };
  const hold_token = randomToken();
  const hold: HoldToPlace = {
    ...namedHold(actor.key_id, hold_token),
    id: newId(),
    slot_id,
    terms,
    client_hash: Buffer.from(
      linkSignature(`hold:${actor.key_id}:${network}`),
      "base64url",
    ).toString("hex"),
    minutes: Math.min(tenant.policy.hold_minutes, HOLD_MINUTES),
  };
  const claim = {
    ...seatRequest(requested, {}),
    tenant_id: tenant.id,
    resource_id: requested.resource.id,
    party_size,
    lapses_at: null, // set by place_hold
    hold: formerHold(actor, input),
  };
  const needs = requested.schedule?.has_needs
    ? await limitLookupsPerTenant(tenant.id, () => findNeeds(pool, claim, "propose", true)).catch(
        async (error: unknown) => {
          throw await refusedHold(error, { ...input, party_size }, requested, tenant.id);
        },
      )
    : undefined;
  try {
    return await limitPerResource(tenant.id, requested.resource.id, () =>
      idempotentTransaction(ticket, async (db) => {
        const { outcome, ends_at } = await placeWhereFree(db, tenant, claim, needs, hold);
        if (outcome !== "ok") throw refusalOf(outcome, claim.resource_id);
        return {
          hold_token,
          slot_id,
          party_size,
          price_amount: price.amount,
          currency: price.currency,
          deposit_amount,
          expires_at: toRfc3339(ends_at.getTime()),
        };
      }),
    );
  } catch (error) {
    throw await refusedHold(seatRefusal(error), { ...input, party_size }, requested, tenant.id);
  }
}

/** The refusal, with other times unless tryCandidates continues with the next resource. */
async function refusedHold(
  refusal: unknown,
  { resource_id, party_size }: Pick<NewHold, "resource_id"> & { party_size: number },
  requested: RequestedSlot,
  tenantId: string,
): Promise<unknown> {
  return resource_id === ANYONE
    ? refusal
    : withAlternatives(refusal, tenantId, requested, party_size);
}

/**
 * Releases a visitor's hold. An expired or unknown token, or one of another website, is a no-op.
 */
export async function releaseHold(actor: KeyActor, { hold_token }: ReleaseHold): Promise<void> {
  await transaction((db) =>
    releaseVisitorHold(db, actor.tenant.id, namedHold(actor.key_id, hold_token)),
  );
}

const formerHold = (actor: KeyActor, { replaces }: NewHold) =>
  replaces === undefined ? null : namedHold(actor.key_id, replaces);

/**
 * Clears lapsed holds first if they block the slot, and chooses again, with all locks, if what was
 * proposed for a need is taken.
 */
async function placeWhereFree(
  db: Sql,
  tenant: Tenant,
  claim: Omit<SeatClaim, "booking_id">,
  needs: ChosenNeed[] | undefined,
  hold: HoldToPlace,
): Promise<HoldPlaced> {
  const placed = await placeHold(db, { ...claim, ...(needs && { needs }) }, hold);
  if (placed.outcome !== "lapsed" && placed.outcome !== "need_lost") return placed;
  const { tenant_id, resource_id, schedule_id } = claim;
  if (needs === undefined || schedule_id == null) {
    await expireHolds(db, tenant, resource_id, await lockResource(db, claim));
    return placeHold(db, claim, hold);
  }
  const locks = await lockNeeds(db, tenant_id, {
    resource_ids: [resource_id],
    schedule_ids: [schedule_id],
    time: claim,
  });
  for (const [id, lock] of locks) if (lock.has_lapsed) await expireHolds(db, tenant, id, lock);
  return placeHold(db, { ...claim, needs: await findNeeds(db, claim, "choose", true) }, hold);
}

function refusalOf(outcome: Exclude<HoldPlaced["outcome"], "ok">, resourceId: string): AppError {
  if (outcome === "gone") return notFound("Resource", resourceId);
  if (outcome !== "too_many") return slotUnavailable(outcome);
  return new AppError("hold_limit", "No more seats can be held for now. Book without a hold.", {
    headers: { "Retry-After": String(RETRY_SECONDS) },
    details: { reason: "too_many_holds" },
  });
}

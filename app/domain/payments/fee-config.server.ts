import { LRUCache } from "lru-cache";
import { ProviderError, type PaymentProvider } from "~/adapters/payments/port";
import type { FeeConfig } from "~/contract/payment-connection";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";
import { type ConnectionRow, findConnection } from "./connections.sql.server";
import { feeCodes } from "./platform-fee";
import { requireProvider } from "./provider.server";
import { endIfEnded } from "./verify-connection.server";

/**
 * Caches the provider's response about an account for a minute: the page is viewed more often than
 * the account changes.
 */
const cache = new LRUCache<string, Answer>({ max: 1_000, ttl: 60_000 });

interface Answer {
  organization: { id: string; can_take_payments: boolean; is_onboarded: boolean } | null;
  profiles: { id: string; usable: boolean }[];
  platform_organization_id: string | null;
  is_revoked: boolean;
  checked_at: number;
}

/**
 * Whether the platform fee can be taken from this tenant's payments, with every reason why not.
 * Throws integration_disabled.
 */
export async function readFeeConfig(actor: StaffActor): Promise<FeeConfig> {
  const provider = requireProvider("payprovider");
  const connection = await findConnection(pool, actor.tenant.id, "payprovider");
  const { basis_points, fixed, currency } = env.PAYMENTS.fee;
  const answer = await askAbout(provider, connection);
  const status = answer.is_revoked ? ("revoked" as const) : connection?.status;
  const codes = feeCodes({
    fee: env.PAYMENTS.fee,
    currency: actor.tenant.currency,
    connection: connection === null || status === undefined ? null : { ...connection, status },
    platform: {
      livemode: provider.config.livemode,
      organization_id: answer.platform_organization_id,
    },
    organization: answer.organization,
    profiles: answer.profiles,
  });
  return {
    provider: provider.name,
    eligible: codes.length === 0,
    codes,
    organization_id: answer.organization?.id ?? connection?.organization_id ?? null,
    platform_organization_id: answer.platform_organization_id,
    profile_id: connection?.profile_id ?? null,
    livemode: connection?.livemode ?? null,
    fee: { basis_points, fixed, currency },
    checked_at: toRfc3339(answer.checked_at),
  };
}

async function askAbout(
  provider: PaymentProvider,
  connection: ConnectionRow | null,
): Promise<Answer> {
  const key =
    connection === null
      ? "platform"
      : `${connection.id} ${connection.status} ${connection.profile_id}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const answer = await askProvider(provider, connection);
  cache.set(key, answer);
  return answer;
}

async function askProvider(
  provider: PaymentProvider,
  connection: ConnectionRow | null,
): Promise<Answer> {
  const answer: Answer = {
    organization: null,
    profiles: [],
    platform_organization_id: null,
    is_revoked: false,
    checked_at: clock.now(),
  };
  // An outage is reported as "provider_unreachable".
  answer.platform_organization_id = await provider.getPlatformOrganizationId().catch(nothingKnown);
  if (connection?.status !== "active") return answer;
  try {
    answer.organization = await provider.getOrganization(connection.organization_id);
    answer.profiles = await provider.listProfiles(connection.organization_id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A single refusal does not end the connection: the account is read again first. If the
    // platform's key was rejected, that says nothing about it.
    answer.is_revoked =
      error.kind === "permission" &&
      (await endIfEnded(provider, connection).catch(nothingKnown)) === true;
  }
  return answer;
}

function nothingKnown(error: unknown): null {
  if (error instanceof ProviderError) return null;
  throw error;
}

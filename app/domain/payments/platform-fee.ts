import type { FeeCode } from "~/contract/payment-connection";
import { payableStep } from "~/lib/money";
import type { PlatformFee } from "~/lib/payment-env";

/**
 * The platform fee on an amount (minor units), rounded half up to a payable amount: 2.5 % and 10 of
 * 1999 are 60. Throws nothing: for amounts without a fee see feeProblem.
 */
export function feeOf(fee: PlatformFee, amount: number, currency: string): number {
  const step = payableStep(currency);
  return Math.round(((amount * fee.basis_points) / 10_000 + fee.fixed) / step) * step;
}

/**
 * Why the fee cannot be taken from this amount; null if it can. The fixed part has a currency, a
 * percentage has none.
 */
export function feeProblem(fee: PlatformFee, amount: number, currency: string): FeeCode | null {
  if (fee.basis_points === 0 && fee.fixed === 0) return "fee_not_configured";
  if (fee.fixed > 0 && fee.currency !== currency) return "fee_currency_unsupported";
  return feeOf(fee, amount, currency) > amount ? "fee_too_high" : null;
}

/** The facts about a connection that decide its fee; null when the provider did not say. */
export interface FeeFacts {
  fee: PlatformFee;
  currency: string;
  connection: {
    status: "active" | "revoked";
    livemode: boolean;
    scopes: string[];
    profile_id: string | null;
  } | null;
  platform: { livemode: boolean; organization_id: string | null };
  /** null: the provider could not be reached. */
  organization: { id: string; can_take_payments: boolean; is_onboarded: boolean } | null;
  profiles: { id: string; usable: boolean }[];
}

/**
 * Every reason why the platform fee cannot be taken, in the order of the contract; none: it can.
 */
export function feeCodes(facts: FeeFacts): FeeCode[] {
  const { fee, connection, platform, organization, profiles } = facts;
  if (connection === null) return ["not_connected"];
  const codes: FeeCode[] = [];
  if (connection.status === "revoked") codes.push("connection_revoked");
  else if (organization === null) codes.push("provider_unreachable");
  if (fee.basis_points === 0 && fee.fixed === 0) codes.push("fee_not_configured");
  if (platform.organization_id === null) codes.push("platform_organization_unknown");
  if (organization !== null && organization.id === platform.organization_id)
    codes.push("same_organization");
  if (!connection.scopes.includes("read_write")) codes.push("scope_missing");
  if (organization?.can_take_payments === false) codes.push("payments_not_enabled");
  if (organization?.is_onboarded === false) codes.push("onboarding_incomplete");
  const chosen = profiles.find((profile) => profile.id === connection.profile_id);
  if (connection.profile_id === null && profiles.length > 1) codes.push("profile_required");
  if (connection.profile_id !== null && organization !== null && !chosen?.usable)
    codes.push("profile_not_usable");
  if (connection.livemode !== platform.livemode) codes.push("mode_mismatch");
  if (fee.fixed > 0 && fee.currency !== facts.currency) codes.push("fee_currency_unsupported");
  return codes;
}

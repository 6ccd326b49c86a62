import {
  type ConnectPrefill,
  type PaymentProvider,
  type ProviderName,
  ProviderError,
} from "~/adapters/payments/port";
import type { ConnectPage, ConnectStatus } from "~/contract/payment-connection";
import { t } from "~/i18n/text";
import { AppError, invalidField } from "~/lib/app-error";
import { randomToken } from "~/lib/crypto.server";
import { isConstraint, pool, type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor, UserActor } from "../identity/actor";
import { deleteState, findReturnPage, insertState, readCompany } from "./connect-states.sql.server";
import {
  resyncUnfinished,
  type ConnectionRow,
  findConnection,
  insertConnection,
  isClosing,
  markRevoked,
  type NewConnection,
  refreshTakesPayments,
  writeProfile,
} from "./connections.sql.server";
import { requireConnection, settleBeforeEnd } from "./disconnect.server";
import {
  connectionProblems,
  findConnectionProblem,
  updateCanTakePayments,
} from "./can-take-payments.server";
import { ask, requireProvider } from "./provider.server";
import { endIfEnded } from "./verify-connection.server";

/** The time limit for the consent at the provider, in minutes. */
const STATE_MINUTES = 10;

/** The URL to redirect to, and the cookie value that ties the return to this browser. */
export interface ConnectStart {
  url: string;
  state: string;
}

/**
 * Starts a connection: a single-use state for this person, tenant and provider, valid for ten
 * minutes. With `prefill` the provider opens a new account prefilled with the company's data.
 * `returnTo`: the page to return to.
 * Throws integration_disabled.
 */
export async function startConnect(
  actor: UserActor,
  providerName: ProviderName,
  prefill: boolean,
  returnTo: ConnectPage = "dashboard",
): Promise<ConnectStart> {
  const provider = requireProvider(providerName);
  const state = randomToken();
  await insertState(actor, providerName, { state, returnTo, minutes: STATE_MINUTES });
  const known = prefill ? { prefill: await readPrefill(actor) } : {};
  return { url: provider.authorizeUrl({ state, ...known }), state };
}

/**
 * The page where the connection was started, from the returned state; the dashboard when unknown.
 */
export async function connectBegunOn(
  actor: UserActor,
  provider: ProviderName,
  state: string | undefined,
): Promise<ConnectPage> {
  return (await findReturnPage(actor, provider, state ?? "")) ?? "dashboard";
}

async function readPrefill(actor: UserActor): Promise<ConnectPrefill> {
  const { name, email, phone, website, address } = await readCompany(actor.tenant.id);
  const [first_name, ...others] = actor.name.split(" ");
  const prefill = {
    email: email ?? actor.email,
    business_name: name,
    first_name,
    last_name: others.join(" ") || undefined,
    url: website ?? undefined,
    phone: nationalNumber(phone),
    street_address: [address.line1, address.line2].filter(Boolean).join(", ") || undefined,
    city: address.city ?? undefined,
    zip: address.postal_code ?? undefined,
    country: address.country ?? undefined,
    currency: address.country ? actor.tenant.currency.toLowerCase() : undefined,
  };
  return prefill;
}

/**
 * The ten-digit number for the provider's phone field, which takes North American numbers only; any
 * other would be a wrong number.
 */
function nationalNumber(phone: string | null): string | undefined {
  const digits = phone?.replace(/\D/g, "") ?? "";
  return phone?.startsWith("+1") && digits.length === 11 ? digits.slice(1) : undefined;
}

/**
 * Completes a connection: the state must be this browser's, unused, and this person's for this
 * tenant and provider. An account can be connected to one tenant only. Throws integration_disabled,
 * invalid_state, organization_in_use, in_use (a payment is being processed through the previous
 * account), provider_unavailable.
 */
export async function finishConnect(
  actor: UserActor,
  providerName: ProviderName,
  given: { code: string; state: string },
  browserState: string | null,
): Promise<void> {
  const provider = requireProvider(providerName);
  await spendState(actor, providerName, given.state, browserState);
  const { connection, organization } = await exchange(provider, given.code);
  const row = {
    ...connection,
    organization_name: organization.name,
    can_take_payments: organization.can_take_payments,
    adapter: provider.name,
  };
  const former = await findConnection(pool, actor.tenant.id, providerName);
  const isOther = former?.status === "active" && former.organization_id !== row.organization_id;
  if (isOther) await settleBeforeEnd(former);
  await saveConnection(actor, providerName, row);
}

/** Consumes the state, for a code as well as for a refusal. Throws invalid_state. */
export async function spendState(
  actor: UserActor,
  provider: ProviderName,
  state: string,
  browserState: string | null,
): Promise<void> {
  if (browserState === null || browserState !== state) throw invalidState();
  if (!(await deleteState(actor, provider, state))) throw invalidState();
}

const invalidState = () =>
  new AppError("invalid_state", "The connection expired. Start again from the dashboard.");

async function exchange(provider: PaymentProvider, code: string) {
  try {
    const connection = await ask(() => provider.exchangeCode(code));
    if (connection.livemode !== provider.config.livemode)
      throw new AppError(
        "invalid_state",
        "That account is in another mode (test or live) than this service.",
      );
    const organization = await ask(() => provider.getOrganization(connection.organization_id));
    return { connection, organization };
  } catch (error) {
    if (error instanceof ProviderError)
      throw new AppError(
        "invalid_state",
        "The payment provider did not accept the connection. Start again.",
      );
    throw error;
  }
}

/** Replaces the previous connection. Throws organization_in_use. */
export async function saveConnection(
  actor: UserActor,
  provider: ProviderName,
  row: NewConnection,
): Promise<void> {
  const tenantId = actor.tenant.id;
  try {
    await transaction(async (db) => {
      await checkNotClosing(db, tenantId);
      await markRevoked(db, tenantId, provider);
      const id = await insertConnection(db, tenantId, provider, row);
      await refreshTakesPayments(db, tenantId);
      await resyncUnfinished(db, tenantId, provider, row.organization_id);
      const entry = { action: "payments.connected", entity: "payment_connection", entity_id: id };
      await writeAudit(db, actor, {
        ...entry,
        diff: { provider, organization_id: row.organization_id },
      });
    });
  } catch (error) {
    if (isConstraint(error, "provider_account_pkey"))
      throw new AppError(
        "organization_in_use",
        "That account is connected to another company here.",
      );
    throw error;
  }
}

/** A company that is being deleted cannot connect another account: nobody would manage it. */
async function checkNotClosing(db: Sql, tenantId: string): Promise<void> {
  if (await isClosing(db, tenantId)) throw new AppError("in_use", "This company is being deleted.");
}

/**
 * The present state of a provider connection, read from the provider. Throws integration_disabled.
 */
export async function connectionStatus(
  actor: StaffActor,
  providerName: ProviderName,
): Promise<ConnectStatus> {
  const provider = requireProvider(providerName);
  const connection = await findConnection(pool, actor.tenant.id, providerName);
  const none: ConnectStatus = {
    connected: false,
    provider: provider.name,
    organization: null,
    livemode: null,
    profile: null,
    profiles: [],
    can_take_payments: false,
    problems: [],
  };
  if (connection === null) return none;
  if (connection.status === "revoked")
    return { ...none, problems: ["The connection was ended. Connect again to take payments."] };
  return readStatus(provider, connection);
}

async function readStatus(
  provider: PaymentProvider,
  connection: ConnectionRow,
): Promise<ConnectStatus> {
  const { organization_id: id, organization_name, livemode, profile_id } = connection;
  const status: ConnectStatus = {
    connected: true,
    provider: provider.name,
    organization: { id, name: organization_name, country: null },
    livemode,
    profile: profile_id,
    profiles: [],
    can_take_payments: connection.can_take_payments,
    problems: [],
  };
  try {
    const [organization, profiles] = await Promise.all([
      provider.getOrganization(id),
      provider.listProfiles(id),
    ]);
    const problem = await findConnectionProblem(provider, connection);
    await updateCanTakePayments(connection, organization.can_take_payments, problem);
    const problems: string[] = [];
    if (!organization.is_onboarded)
      problems.push(
        t("The payment provider still needs details from you. Finish the set-up there."),
      );
    else if (!organization.can_take_payments)
      problems.push(t("The payment provider hasn’t enabled payments for this account yet."));
    if (problem !== null) problems.push(t(connectionProblems[problem]));
    if (profile_id === null && profiles.length > 1)
      problems.push(t("Choose how guests pay: the account has several sets of payment methods."));
    const can_take_payments = organization.can_take_payments && problem === null;
    return {
      ...status,
      organization: { id, name: organization.name, country: organization.country },
      profiles,
      can_take_payments,
      problems,
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // If the platform's key was rejected, that says nothing about this account.
    const isEnded = error.kind === "permission" && (await endIfEnded(provider, connection));
    const problem = isEnded
      ? t("The connection was ended at the payment provider. Connect again.")
      : t("The payment provider isn’t responding. Try again in a few minutes.");
    return {
      ...status,
      connected: !isEnded,
      can_take_payments: !isEnded && status.can_take_payments,
      problems: [problem],
    };
  }
}

/** Handles the webhook of an account that was changed or disconnected at the provider. */
export async function refreshConnection(
  tenantId: string,
  providerName: ProviderName,
  isEnded: boolean,
): Promise<void> {
  const connection = await findConnection(pool, tenantId, providerName);
  if (connection === null || connection.status === "revoked") return;
  // A delayed webhook may concern a previous connection.
  if (isEnded) return void (await endIfEnded(requireProvider(providerName), connection));
  const provider = requireProvider(providerName);
  const organization = await provider.getOrganization(connection.organization_id);
  await updateCanTakePayments(
    connection,
    organization.can_take_payments,
    await findConnectionProblem(provider, connection),
  );
}

/**
 * Chooses the profile that payments go through. Throws integration_disabled, not_connected,
 * validation_failed, provider_unavailable.
 */
export async function chooseProfile(
  actor: UserActor,
  providerName: ProviderName,
  profileId: string,
): Promise<ConnectStatus> {
  const provider = requireProvider(providerName);
  const connection = await requireConnection(actor.tenant.id, providerName);
  const profiles = await ask(() => provider.listProfiles(connection.organization_id));
  if (!profiles.some(({ id, usable }) => id === profileId && usable))
    throw invalidField(
      "profile_id",
      "The account has no such profile that can be used.",
      "unknown_profile",
    );
  await transaction(async (db) => {
    await writeProfile(db, connection, profileId);
    const entry = {
      action: "payments.profile_chosen",
      entity: "payment_connection",
      entity_id: connection.id,
    };
    await writeAudit(db, actor, {
      ...entry,
      diff: { profile_id: [connection.profile_id, profileId] },
    });
  });
  return connectionStatus(actor, providerName);
}

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type Stripe from "stripe";

/** An account: the platform's own, or one that a tenant can connect. */
export interface SandboxAccount {
  id: string;
  name: string;
  email: string;
  country: string;
  currency: string;
  charges_enabled: boolean;
  details_submitted: boolean;
  /** Its sets of payment methods. */
  payment_method_configurations: { id: string; name: string; is_default: boolean }[];
  /** Minimum amount in minor units: higher than usual if it is paid out in another currency. */
  minimum_amount?: number;
  /** Whether the platform may act for it. */
  is_connected: boolean;
}

/** An object with its account; other accounts can't see it. */
export interface Owned<T> {
  account: string;
  object: T;
}

/** The payment intent that a checkout creates when someone pays. */
export interface IntentDraft {
  fee: number | null;
  description: string | null;
  metadata: Record<string, string>;
  /** Whether the card is kept for later charges. */
  keeps_card?: boolean;
}

/** A kept card, and what becomes of a later charge without its guest. */
export interface KeptCard {
  id: string;
  customer: string;
  brand: string;
  last4: string;
  refuses: CardRefusal | null;
}
export type CardRefusal = "authentication_required" | "expired_card" | "card_declined";

interface StoredAnswer {
  fingerprint: string;
  status: number;
  body: unknown;
}

/** The stand-in's complete state. */
export interface SandboxData {
  counter: number;
  /** Seconds that its clock is ahead of the machine's. */
  clock_offset: number;
  accounts: Record<string, SandboxAccount>;
  codes: Record<string, { account: string; created: number; is_used: boolean }>;
  sessions: Record<string, Owned<Stripe.Checkout.Session>>;
  /** By session id. */
  intent_drafts: Record<string, IntentDraft>;
  intents: Record<string, Owned<Stripe.PaymentIntent>>;
  charges: Record<string, Owned<Stripe.Charge>>;
  refunds: Record<string, Owned<Stripe.Refund>>;
  setup_intents: Record<string, Owned<Stripe.SetupIntent>>;
  customers: Record<string, Owned<{ id: string; email: string | null }>>;
  cards: Record<string, Owned<KeptCard>>;
  disputes: Record<string, Owned<Stripe.Dispute>>;
  events: Stripe.Event[];
  answers: Record<string, StoredAnswer>;
}

export const PLATFORM = "acct_platform000000";
/** The demo companies' accounts by slug, connected from the start. */
export const DEMO_ACCOUNTS: Record<string, Pick<SandboxAccount, "id" | "name" | "currency">> = {
  "studio-linden": { id: "acct_studio0000000", name: "Studio Linden", currency: "eur" },
  "harbour-tennis": { id: "acct_harbour000000", name: "Harbour Tennis", currency: "usd" },
  "saffron-yoga": { id: "acct_saffron000000", name: "Saffron Yoga", currency: "inr" },
};

const account = (
  id: string,
  name: string,
  change: Partial<SandboxAccount> = {},
): SandboxAccount => ({
  id,
  name,
  email: `${id}@example.com`,
  country: "NL",
  currency: "eur",
  charges_enabled: true,
  details_submitted: true,
  payment_method_configurations: [{ id: `pmc_${id.slice(5)}`, name: "Default", is_default: true }],
  minimum_amount: 50,
  is_connected: false,
  ...change,
});

/** The accounts offered on the consent page. */
function firstAccounts(): SandboxAccount[] {
  return [
    account(PLATFORM, "The platform itself"),
    account("acct_demo00000000", "Demo account"),
    ...Object.values(DEMO_ACCOUNTS).map(({ id, name, currency }) =>
      account(id, name, { currency, is_connected: true }),
    ),
    account("acct_nocharges000", "Account that cannot charge yet", {
      charges_enabled: false,
      details_submitted: false,
    }),
    account("acct_twosets00000", "Account with two sets of payment methods", {
      payment_method_configurations: [
        { id: "pmc_online0000000", name: "Online", is_default: true },
        { id: "pmc_counter000000", name: "Counter", is_default: false },
      ],
    }),
  ];
}

function empty(): SandboxData {
  return {
    counter: 0,
    clock_offset: 0,
    accounts: Object.fromEntries(firstAccounts().map((one) => [one.id, one])),
    codes: {},
    sessions: {},
    intent_drafts: {},
    intents: {},
    charges: {},
    refunds: {},
    setup_intents: {},
    customers: {},
    cards: {},
    disputes: {},
    events: [],
    answers: {},
  };
}

/**
 * The stand-in's state; stored in a file, if given, to survive restarts. Ids are counters, so that
 * runs are reproducible.
 */
export class SandboxState {
  data: SandboxData;

  constructor(private readonly file: string | null) {
    this.data = file !== null && existsSync(file) ? this.read(file) : empty();
  }

  private read(file: string): SandboxData {
    try {
      const stored = JSON.parse(readFileSync(file, "utf8")) as SandboxData;
      // Adds accounts missing in the file of an earlier version.
      return { ...empty(), ...stored, accounts: { ...empty().accounts, ...stored.accounts } };
    } catch {
      return empty(); // start afresh after a truncated file
    }
  }

  save(): void {
    if (this.file === null) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(this.data), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }

  reset(): void {
    this.data = empty();
    this.save();
  }

  id(prefix: string): string {
    this.data.counter += 1;
    return `${prefix}_${String(this.data.counter).padStart(14, "0")}`;
  }

  /** Unix seconds by the stand-in's clock. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.data.clock_offset;
  }

  addAccount(change: Partial<SandboxAccount>): SandboxAccount {
    const id = change.id ?? this.id("acct");
    return (this.data.accounts[id] = account(id, change.name ?? "New account", change));
  }
}

-- Single sign-on: who an identity provider says one is, and the sign-ins that have been used up. How far a company is with its set-up.

CREATE TABLE "identity" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_pkey" PRIMARY KEY ("issuer","subject")
);
CREATE INDEX "identity_account_id_idx" ON "identity"("account_id");
ALTER TABLE "identity" ADD CONSTRAINT "identity_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "spent_sign_in" (
    "state_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_sign_in_pkey" PRIMARY KEY ("state_hash")
);
CREATE INDEX "spent_sign_in_expires_at_idx" ON "spent_sign_in"("expires_at");

ALTER TABLE "tenant" ADD COLUMN "onboarding" JSONB NOT NULL DEFAULT '{}';

-- Uploaded images, kept where everything else is kept.
CREATE TABLE "asset" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "media_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "asset_pkey" PRIMARY KEY ("tenant_id","id")
);
ALTER TABLE "asset" ADD CONSTRAINT "asset_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's language cannot say
-- Images are compressed already; trying again costs time and saves nothing.
ALTER TABLE "asset" ALTER COLUMN "content" SET STORAGE EXTERNAL;
ALTER TABLE "asset" ADD CONSTRAINT "asset_media_type_check" CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp'));

-- The rare and strict limits, counted for all processes together (rate-limiter-flexible's own table). Losing it in a crash loses counts only.
CREATE UNLOGGED TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "rate_limit_expire_idx" ON "rate_limit"("expire");

-- The hours that past slots offered, kept after the slots are deleted: statistics go back two years.
CREATE TABLE "offered_time" (
    "tenant_id" UUID NOT NULL,
    "resource_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "seats" INTEGER NOT NULL,
    "open" tstzmultirange NOT NULL,

    CONSTRAINT "offered_time_pkey" PRIMARY KEY ("tenant_id","resource_id","day","seats")
);
ALTER TABLE "offered_time" ADD CONSTRAINT "offered_time_tenant_id_resource_id_fkey"
  FOREIGN KEY ("tenant_id", "resource_id") REFERENCES "resource"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

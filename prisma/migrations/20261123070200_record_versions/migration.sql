-- What a change was made from: it rises with every change, and a stale one is refused. widget_config and booking have theirs.
ALTER TABLE "resource" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "schedule" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "customer" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "email_template" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- Which text of each function file (app/domain/**/*.sql) this database has: `migrate` applies a file again when its text has changed.
CREATE TABLE "sql_function_file" (
    "path" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sql_function_file_pkey" PRIMARY KEY ("path")
);

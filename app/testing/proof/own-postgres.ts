// Import before anything that reads the environment.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProofPostgres } from "./proof-postgres";

export const ownPostgres = await startProofPostgres(mkdtempSync(join(tmpdir(), "booking-proof-")));

// Re-encrypts everything with a new ENCRYPTION_KEY, after the old one was moved to
// ENCRYPTION_KEY_PREVIOUS.
import { rotateEncryption } from "~/domain/account/rotate-encryption.server";
import { closeDatabase } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { PlainError, runCommand } from "./plain-error";

await runCommand(async () => {
  if (env.ENCRYPTION_KEY_PREVIOUS === undefined)
    throw new PlainError(
      "Nothing to do: ENCRYPTION_KEY_PREVIOUS is not set. Move the old key there, put a new one (openssl rand -base64 32) into " +
        "ENCRYPTION_KEY, restart web and worker, then run this again.",
    );
  const count = await rotateEncryption();
  console.log(
    `${count} secret${count === 1 ? " is" : "s are"} encrypted with the new key. Links signed with the old one stay valid as long as ` +
      "ENCRYPTION_KEY_PREVIOUS is set: keep it while guests may use them, then remove it.",
  );
});
await closeDatabase();
process.exit();

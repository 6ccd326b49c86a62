// `npm run seed`: the demo company in the database of DATABASE_URL, made once. `npm start` does the same by itself.
import { seedDemo } from "../../prisma/seed";
import { isProduction } from "~/lib/env.server";
import { PlainError, runCommand } from "./plain-error";

await runCommand(async () => {
  if (isProduction) throw new PlainError("The demo company is not for production.");
  const demo = await seedDemo({ receiverUrl: `${process.env.SANDBOX_URL || "http://127.0.0.1:3002"}/webhooks` });
  console.log(`Demo company ${demo.tenant_id}, publishable key ${demo.publishable_key}.`);
  if (demo.secret_key !== null) console.log(`Secret key, shown once: ${demo.secret_key}`);
  if (demo.webhook_secret !== null) console.log(`Webhook secret, shown once: ${demo.webhook_secret}`);
});
process.exit();

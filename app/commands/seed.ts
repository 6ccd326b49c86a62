// `npm run seed`: creates the demo company in DATABASE_URL, once. `npm start` does so
// automatically.
import { PlainError, runCommand } from "./plain-error";
import { webhookHosts } from "./start-settings";

await runCommand(async () => {
  if (process.env.NODE_ENV === "production")
    throw new PlainError("The demo company is not available in production.");
  const sandboxUrl = process.env.SANDBOX_URL || "http://127.0.0.1:3002";
  // Before the product's modules read the environment: the demo's webhooks go to the local
  // receiver.
  process.env.WEBHOOK_ALLOW_HOSTS = webhookHosts(process.env.WEBHOOK_ALLOW_HOSTS, { sandboxUrl });
  const { seedDemo } = await import("../../prisma/seed");
  const demo = await seedDemo({ receiverUrl: `${sandboxUrl}/webhooks` });
  console.log(`Demo company ${demo.tenant_id}, publishable key ${demo.publishable_key}.`);
  if (demo.secret_key !== null) console.log(`Secret key, shown once: ${demo.secret_key}`);
  if (demo.webhook_secret !== null)
    console.log(`Webhook secret, shown once: ${demo.webhook_secret}`);
});
process.exit();

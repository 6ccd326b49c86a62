// Started by `start`: seeds the demo company and reports its data to the parent.
import { seedDemo } from "../../prisma/seed";

const seeded = await seedDemo({ receiverUrl: `${process.env.SANDBOX_URL}/webhooks` });
process.send?.(seeded, () => process.exit());

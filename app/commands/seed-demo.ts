// Started by `start`: seeds the demo company and tells its parent what there is.
import { seedDemo } from "../../prisma/seed";

const seeded = await seedDemo({ receiverUrl: `${process.env.SANDBOX_URL}/webhooks` });
process.send?.(seeded, () => process.exit());

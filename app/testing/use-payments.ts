// Vitest set-up for payment tests, which share processes: starts their stand-in before the product
// reads the environment, and empties it before each file. Nothing else may change the environment
// afterwards.
import { standIn } from "./payments-on";

standIn.reset();
process.env.TEST_SHARED_PROCESS = "1";

// Vitest set-up of the tests of payments, which share processes: their stand-in starts before the product reads the environment, and is
// empty when a test file begins. Nothing else may change the environment after that.
import { standIn } from "./payments-on";

standIn.reset();
process.env.TEST_SHARED_PROCESS = "1";

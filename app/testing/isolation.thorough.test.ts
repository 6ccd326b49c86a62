import { testIsolation } from "./isolation";

testIsolation(() => true);

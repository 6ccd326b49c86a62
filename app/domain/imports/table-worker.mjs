// Parses an uploaded CSV file in a separate process (limited-process.server.ts): 5 MB take half a
// second, during which web would stand still. It loads TypeScript through tsx.
import { register } from "tsx/esm/api";

register();
const { readTable } = await import("./read-table.ts");

process.on("message", (bytes) => process.send(readTable(bytes)));
process.send("ready");

/** Required to move a shard (Citus: logical replication). */
export const WAL_LEVEL =
  "Set wal_level = logical on every node, and restart it: without it companies cannot move to another node while they take bookings.";

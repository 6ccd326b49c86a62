-- A search reads what waits for its place in these indexes from end to end, on a busy day a millisecond of it; 64 kB is the least that may wait.
alter index customer_search set (gin_pending_list_limit = 64);
alter index customer_alias_search set (gin_pending_list_limit = 64);

create index claim_of_need on claim (tenant_id, need_of) where (need_of is not null);

-- Whether a customer's record (r_) already contains everything that other details of the guest (g_)
-- say; a missing email or phone says nothing.
create or replace function record_says(r_name text, r_email text, r_phone text, g_name text, g_email text, g_phone text) returns boolean
language sql immutable parallel safe
return g_name = r_name and coalesce(g_email, '') in ('', coalesce(r_email, '')) and coalesce(g_phone, '') in ('', coalesce(r_phone, ''));

-- The user who knows a key's text from before the last rotation: that text ends with their membership, too.
alter table api_key add column previous_created_by_user_id uuid;

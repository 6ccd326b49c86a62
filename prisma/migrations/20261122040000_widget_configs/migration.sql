-- Who edits a configuration says which version they read.
alter table widget_config add column version int not null default 1;

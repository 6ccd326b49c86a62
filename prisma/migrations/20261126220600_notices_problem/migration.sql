-- Why a provider announces no changes of a calendar, which is then read every few minutes: shown to its person.
alter table connected_calendar add column notices_problem text;

-- Where an owner goes on after connecting a payment account: they may have come from the set-up.
alter table connect_state add column return_to text not null default 'dashboard'
  constraint connect_state_return_to_check check (return_to in ('dashboard', 'onboarding'));

-- What a visitor was shown when they took a hold: slot, service, price and rules of the form. Null: a hold of the version before.
alter table hold add column terms jsonb;

-- The price that a booking was agreed at and for how many, while its party has changed since. Null: its price and party.
alter table booking add column agreed_price_amount int, add column agreed_party_size int;

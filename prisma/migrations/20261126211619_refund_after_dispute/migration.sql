-- What a cancellation owed its guest of money that was disputed then: it goes back once the company has won the dispute.
alter table booking add column held_refund_amount int;

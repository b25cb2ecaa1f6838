-- How often lines of a basket were paid: where lines of another currency stay, the basket goes on.
alter table baskets.basket add column checkouts integer not null default 0 check (checkouts >= 0);

-- What is paid for at most once, in the words of whoever asks: of the intents that name the same thing, at most one may be paid or still be.
alter table payments.intent add column reference text;
create unique index one_live_payment on payments.intent (reference) where reference is not null and state not in ('FAILED', 'EXPIRED', 'CANCELLED');

-- Copies of receipts that a donor had sent again: the key lets nobody have a fourth on one day, however many presses come at once.
create table receipts.copy (
  account_id uuid not null references identity.account,
  asked_on   date not null,
  nth        smallint not null check (nth between 1 and 3),
  receipt_id uuid not null references receipts.receipt,
  asked_at   timestamptz not null,
  primary key (account_id, asked_on, nth)
);

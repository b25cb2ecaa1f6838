-- Bank debits (ACH) are pending at their bank for days (payments-26).

-- When the provider first reported that the bank is working on it; null: never, as with cards.
alter table payments.attempt add column processing_at timestamptz;
alter table payments.attempt alter column processing_at set statistics 20;
create index attempt_pending_debit on payments.attempt (submitted_at)
  where method = 'ach' and state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN');

-- What a donor authorized: evidence for at least two years, whatever became of the debit.
create table giving.bank_debit_mandate (
  intent_id    uuid primary key references payments.intent,
  text_version text not null,
  locale       text not null,
  words        text not null check (words <> ''),
  text_hash    text not null check (length(text_hash) = 64),
  ip           text not null,
  user_agent   text not null,
  agreed_at    timestamptz not null
);
create index bank_debit_mandate_agreed on giving.bank_debit_mandate (agreed_at);

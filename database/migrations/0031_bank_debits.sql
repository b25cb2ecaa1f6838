-- Bank debits (ACH) are pending for days before they settle (payments-26).

-- When the provider first reported the debit as processing; null: never, as for cards.
alter table payments.attempt add column processing_at timestamptz;
alter table payments.attempt alter column processing_at set statistics 20;
create index attempt_pending_debit on payments.attempt (submitted_at)
  where method = 'ach' and state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN');

-- The debit authorization that the donor agreed to. It is retained as evidence for at least two years, even if the
-- debit fails.
create table giving.bank_debit_mandate (
  intent_id    uuid primary key references payments.intent,
  text_version text not null,
  locale       text not null,
  text         text not null check (text <> ''),
  text_hash    text not null check (length(text_hash) = 64),
  ip           text not null,
  user_agent   text not null,
  agreed_at    timestamptz not null
);
create index bank_debit_mandate_agreed on giving.bank_debit_mandate (agreed_at);

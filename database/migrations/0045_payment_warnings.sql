-- Warnings of the provider about paid payments: early fraud warnings of the card schemes, and reviews that the provider
-- opened. Staff decide each once, with a refund as the proposal (refunds-11).
create table refunds.warning (
  id                  uuid primary key,
  intent_id           uuid not null references payments.intent,
  kind                text not null check (kind in ('early-fraud-warning', 'review')),
  provider            text not null,
  provider_warning_id text not null,
  reason              text not null check (length(reason) <= 100),   -- the provider's own code
  found_at            timestamptz not null,
  decision            text check (decision in ('refund', 'keep')),
  decided_at          timestamptz,
  decided_by          uuid references identity.account,
  constraint warning_once unique (intent_id, kind),
  constraint warning_decision_complete check ((decision is null) = (decided_at is null))
);
create index warning_open on refunds.warning (found_at) where decision is null;
create index warning_decided_by on refunds.warning (decided_by);

alter table moderation."case"
  drop constraint case_kind_check,
  add constraint case_kind_check
    check (kind in ('fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund', 'charity', 'payment')) not valid;
alter table moderation."case" validate constraint case_kind_check;

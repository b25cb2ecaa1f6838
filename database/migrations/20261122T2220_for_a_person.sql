-- What the provider gave back, or a donor's bank took, and cannot be written down here: kept once, so that a person is told once and not at each notice.
create table refunds.for_a_person (
  provider           text not null,
  provider_refund_id text not null,
  intent_id          uuid not null references payments.intent,
  amount             bigint not null,
  currency           char(3) not null,
  reason             text not null,
  found_at           timestamptz not null,
  primary key (provider, provider_refund_id)
);

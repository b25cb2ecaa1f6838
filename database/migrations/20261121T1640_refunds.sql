-- Money given back (trust.md R14). A refund may be taken back by the bank after it succeeded, so what it closed opens again.
create or replace function payments.refuse_illegal_intent_move() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'CREATED'            and new.state in ('REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'REQUIRES_ACTION'    and new.state in ('CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'PROCESSING'         and new.state in ('CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'SUCCEEDED'          and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'PARTIALLY_REFUNDED' and new.state in ('SUCCEEDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'REFUNDED'           and new.state in ('SUCCEEDED', 'PARTIALLY_REFUNDED')
       or old.state = 'DISPUTED'           and new.state in ('DISPUTE_WON', 'DISPUTE_LOST')) then
    raise exception 'payment intent %: illegal move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What of each gift went back to its donor, all refunds together. A gift never changes; this says what is left of it.
create table giving.returned (
  donation_id    uuid primary key references giving.donation,
  gift           bigint not null check (gift >= 0),
  tip            bigint not null check (tip >= 0),
  covered_fee    bigint not null check (covered_fee >= 0),
  processing_fee bigint not null check (processing_fee >= 0),   -- of the campaign's share, what the platform took over
  zakat_eligible bigint not null check (zakat_eligible >= 0),
  is_whole       boolean not null,                              -- nothing of the gift itself is left
  changed_at     timestamptz not null
);

create function giving.refuse_returning_more() returns trigger language plpgsql as $$
declare d giving.donation;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  if new.gift > d.gift or new.tip > d.tip or new.covered_fee > d.covered_fee or new.processing_fee > d.processing_fee or new.zakat_eligible > d.zakat_eligible
     or new.is_whole <> (new.gift = d.gift) then
    raise exception 'donation %: more is returned than was given', new.donation_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger returned_within_gift before insert or update on giving.returned for each row execute function giving.refuse_returning_more();

-- Staff look a gift up by the short name that its donor has.
create index donation_reference on giving.donation (right(id::text, 10));

create schema refunds;

-- One refund of one payment, written and committed before the provider is asked for it; its id is the provider's idempotency key.
create table refunds.refund (
  id                 uuid primary key,
  intent_id          uuid not null references payments.intent,
  state              text not null check (state in ('proposed', 'requested', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  origin             text not null check (origin in ('staff', 'provider')),   -- provider: made at the provider's own dashboard
  amount             bigint not null check (amount > 0),
  currency           char(3) not null,
  provider           text not null,
  provider_refund_id text,
  reason             text not null check (reason in ('donor-request', 'duplicate', 'mistake', 'fraud', 'campaign-cancelled', 'other')),
  note               text not null default '' check (length(note) <= 500),
  asked_by           uuid references identity.account,
  approved_by        uuid references identity.account,
  idempotency_key    text check (length(idempotency_key) <= 255),
  request_hash       text,
  failure_reason     text,
  lookups            smallint not null default 0,
  next_lookup_at     timestamptz,
  created_at         timestamptz not null,
  asked_at           timestamptz,                       -- when the provider was first asked: its key is good for a day after that
  settled_at         timestamptz,
  unique (provider, provider_refund_id),
  unique (asked_by, idempotency_key),
  check ((origin = 'staff') = (asked_by is not null and idempotency_key is not null and request_hash is not null)),
  check (asked_by <> approved_by)
);
create index refund_intent on refunds.refund (intent_id, created_at);
create index refund_newest on refunds.refund (created_at desc, id desc);
create index refund_to_look_up on refunds.refund (next_lookup_at) where next_lookup_at is not null;

-- What a refund gives back of each gift of the payment.
create table refunds.line (
  refund_id      uuid not null references refunds.refund,
  donation_id    uuid not null references giving.donation,
  gift           bigint not null default 0 check (gift >= 0),
  tip            bigint not null default 0 check (tip >= 0),
  covered_fee    bigint not null default 0 check (covered_fee >= 0),
  fee_restored   bigint not null default 0 check (fee_restored >= 0),
  zakat_eligible bigint not null default 0 check (zakat_eligible >= 0),
  primary key (refund_id, donation_id),
  check (gift + tip + covered_fee > 0)
);
create index line_donation on refunds.line (donation_id);

create function refunds.refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if new.amount <> old.amount or new.currency <> old.currency or new.intent_id <> old.intent_id
     or old.provider_refund_id is not null and new.provider_refund_id is distinct from old.provider_refund_id then
    raise exception 'refund %: its facts never change', old.id using errcode = 'check_violation';
  end if;
  if old.state = new.state then return new; end if;
  if not (old.state = 'proposed'        and new.state in ('requested', 'canceled')
       or old.state = 'requested'       and new.state in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')
       or old.state = 'pending'         and new.state in ('requires_action', 'succeeded', 'failed', 'canceled')
       or old.state = 'requires_action' and new.state in ('pending', 'succeeded', 'failed', 'canceled')
       or old.state = 'succeeded'       and new.state in ('failed')) then
    raise exception 'refund %: illegal move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'succeeded' and new.provider_refund_id is null then
    raise exception 'refund %: succeeded without the provider’s refund', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_moves before update on refunds.refund for each row execute function refunds.refuse_illegal_move();

-- Never more than was captured, also when two are asked for at once: the row of the payment is locked before what is out is counted.
create function refunds.refuse_too_much() returns trigger language plpgsql as $$
declare i payments.intent;
begin
  select * into strict i from payments.intent where id = new.intent_id for update;
  if i.state not in ('SUCCEEDED', 'PARTIALLY_REFUNDED') or i.currency <> new.currency then
    raise exception 'payment % is % and cannot be refunded in %', i.id, i.state, new.currency using errcode = 'check_violation';
  end if;
  if new.amount + coalesce((select sum(amount) from refunds.refund where intent_id = new.intent_id and state not in ('failed', 'canceled')), 0) > i.amount then
    raise exception 'payment %: refunds exceed what was captured', i.id using errcode = 'check_violation', constraint = 'refunds_within_capture';
  end if;
  return new;
end $$;
create trigger refund_within_capture before insert on refunds.refund for each row execute function refunds.refuse_too_much();

-- The same of each gift and each part of it; the row of the payment is locked already by the refund's own trigger.
create function refunds.refuse_too_much_of_gift() returns trigger language plpgsql as $$
declare
  d giving.donation;
  held record;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  select coalesce(sum(l.gift), 0) as gift, coalesce(sum(l.tip), 0) as tip, coalesce(sum(l.covered_fee), 0) as covered_fee,
      coalesce(sum(l.fee_restored), 0) as fee_restored, coalesce(sum(l.zakat_eligible), 0) as zakat_eligible into held
    from refunds.line l join refunds.refund r on r.id = l.refund_id where l.donation_id = new.donation_id and r.state not in ('failed', 'canceled');
  if held.gift + new.gift > d.gift or held.tip + new.tip > d.tip or held.covered_fee + new.covered_fee > d.covered_fee
     or held.fee_restored + new.fee_restored > d.processing_fee or held.zakat_eligible + new.zakat_eligible > d.zakat_eligible then
    raise exception 'donation %: refunds exceed what was given', d.id using errcode = 'check_violation', constraint = 'refunds_within_gift';
  end if;
  if not exists (select from refunds.refund r where r.id = new.refund_id and r.intent_id = d.intent_id) then
    raise exception 'donation % is of another payment', d.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger line_within_gift before insert on refunds.line for each row execute function refunds.refuse_too_much_of_gift();

create function refunds.refuse_unequal_lines() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(gift + tip + covered_fee), 0) from refunds.line where refund_id = new.id) <> new.amount then
    raise exception 'refund %: its lines are not its amount', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger refund_is_its_lines after insert on refunds.refund deferrable initially deferred for each row execute function refunds.refuse_unequal_lines();

create function refunds.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the lines of a refund never change' using errcode = 'insufficient_privilege';
end $$;
create trigger line_frozen before update or delete on refunds.line for each row execute function refunds.refuse_change();

-- What a donor asks for; staff decide. One open request for each gift.
create table refunds.request (
  id          uuid primary key,
  donation_id uuid not null references giving.donation,
  account_id  uuid not null references identity.account,
  reason      text not null check (length(reason) between 1 and 1000),
  state       text not null check (state in ('open', 'granted', 'declined')),
  note        text not null default '' check (length(note) <= 500),
  decided_by  uuid references identity.account,
  refund_id   uuid references refunds.refund,
  created_at  timestamptz not null,
  decided_at  timestamptz,
  check ((state = 'open') = (decided_at is null))
);
create unique index one_open_request on refunds.request (donation_id) where state = 'open';
create index request_open on refunds.request (created_at) where state = 'open';
create index request_account on refunds.request (account_id);

-- What we asked of the payment provider and what came of it. This schema knows an amount and a purpose, never a donation.
create schema payments;

create table payments.intent (
  id                 uuid primary key,
  purpose            text not null,
  order_details      jsonb not null,                    -- what was agreed to be paid for; opaque here, read by `purpose`
  quote_hash         text not null,
  amount             bigint not null check (amount > 0),
  currency           char(3) not null,
  state              text not null check (state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED',
                       'PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST')),
  scope              text not null,                     -- whose it is: account, guest or visit
  provider           text not null,
  provider_intent_id text not null,
  attempts_made      smallint not null default 1,
  created_at         timestamptz not null,
  expires_at         timestamptz not null,
  unique (provider, provider_intent_id)
);
create index intent_scope on payments.intent (scope, created_at desc);
create index intent_open on payments.intent (expires_at) where state in ('CREATED', 'REQUIRES_ACTION');

create table payments.attempt (
  id                   uuid primary key,
  intent_id            uuid not null references payments.intent,
  state                text not null check (state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')),
  provider             text not null,
  provider_key         text not null,                   -- the idempotency key our confirmation carries
  provider_charge_id   text,
  amount               bigint not null check (amount > 0),
  currency             char(3) not null,
  -- One press of the button: the key the donor's browser holds, so a retry finds what came of it (trust.md R2, R3).
  scope                text not null,
  idempotency_key      text not null check (length(idempotency_key) <= 255),
  request_hash         text not null,
  method               text not null,
  card_brand           text,
  card_last4           text check (length(card_last4) = 4),
  card_fingerprint     text,
  card_country         text,
  decline_code         text,                            -- for the owner of a mandate and for staff, never for a donor at checkout
  decline_class        text,
  -- Pressure is counted on failures only, so a beloved fundraiser is never throttled (trust.md S5).
  ip                   text not null,
  email_key            text,
  lookups              smallint not null default 0,
  next_lookup_at       timestamptz,
  challenge            jsonb,
  challenge_expires_at timestamptz,
  submitted_at         timestamptz not null,
  settled_at           timestamptz,
  unique (scope, idempotency_key),
  unique (provider, provider_key),
  unique (provider, provider_charge_id)
);
create unique index one_live_attempt on payments.attempt (intent_id) where state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN');
create unique index one_success on payments.attempt (intent_id) where state = 'SUCCEEDED';
create index attempt_to_look_up on payments.attempt (next_lookup_at) where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN');
create index attempt_failed_ip on payments.attempt (ip, submitted_at) where state = 'DECLINED';
create index attempt_failed_email on payments.attempt (email_key, submitted_at) where state = 'DECLINED';
create index attempt_failed_scope on payments.attempt (scope, submitted_at) where state = 'DECLINED';

create table payments.webhook_event (
  provider    text not null,
  event_id    text not null,
  kind        text not null,
  object_id   text not null,
  received_at timestamptz not null,
  handled_at  timestamptz,
  primary key (provider, event_id)
);
create index webhook_waiting on payments.webhook_event (received_at) where handled_at is null;

-- Proofs of work already spent (trust.md S5): a solution opens one attempt.
create table payments.spent_proof (
  salt     text primary key,
  spent_at timestamptz not null
);

create function payments.refuse_illegal_attempt_move() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'RECORDED'  and new.state in ('SUBMITTED', 'DECLINED')
       or old.state = 'SUBMITTED' and new.state in ('CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')
       or old.state = 'CHALLENGE' and new.state in ('SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')
       or old.state = 'UNKNOWN'   and new.state in ('CHALLENGE', 'SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE')) then
    raise exception 'payment attempt %: illegal move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'SUCCEEDED' and new.provider_charge_id is null then
    raise exception 'payment attempt %: succeeded without a charge', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger attempt_moves before update of state on payments.attempt for each row execute function payments.refuse_illegal_attempt_move();

create function payments.refuse_illegal_intent_move() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'CREATED'            and new.state in ('REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'REQUIRES_ACTION'    and new.state in ('CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'PROCESSING'         and new.state in ('CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'SUCCEEDED'          and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'PARTIALLY_REFUNDED' and new.state in ('REFUNDED', 'DISPUTED')
       or old.state = 'DISPUTED'           and new.state in ('DISPUTE_WON', 'DISPUTE_LOST')) then
    raise exception 'payment intent %: illegal move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger intent_moves before update of state on payments.intent for each row execute function payments.refuse_illegal_intent_move();

create schema subscriptions;

-- What somebody has agreed to give regularly.
create table subscriptions.subscription (
  id                 uuid primary key,
  account_id         uuid not null references identity.account,
  -- The press it was made by: the same press makes one.
  press_key          text not null,
  plan_id            uuid not null references plans.plan,
  programme          text check (programme in ('FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights')),
  state              text not null check (state in ('active', 'paused', 'needs-card', 'cancelled', 'ended')),
  -- Why it rests or is over.
  because            text check (because in ('donor', 'failures', 'consent', 'card', 'causes', 'over')),
  schedule           jsonb not null,
  time_zone          text not null,
  calendar           text not null check (calendar in ('SA', 'CALC', 'SOUTH_ASIA', 'MABIMS', 'MA', 'OM', 'EG', 'LOCAL_UK')),
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  -- What each gift is of, in minor units: the same for all, or by the number of its night or day.
  portions           jsonb not null,
  -- Fundraisers and their shares in ten-thousandths; empty: the platform chooses.
  causes             jsonb not null,
  card_id            uuid not null references cards.card,
  level_id           bigint references campaigns.level,
  is_zakat           boolean not null,
  maximize_zakat     boolean not null,
  gift_aid           boolean not null,
  tax_receipt        boolean not null,
  -- What else it was agreed with; never searched for.
  details            jsonb not null,
  starts_on          date not null,
  -- The last day it gives on.
  ends_on            date check (ends_on >= starts_on),
  -- Agreed to until then; asked again before it (islamic.md 3.5).
  consent_until      date not null,
  consent_asked_at   timestamptz,
  materialised_until date,
  -- Gifts that failed one after the other.
  failures           smallint not null default 0 check (failures >= 0),
  version            integer not null default 1,
  created_at         timestamptz not null,
  changed_at         timestamptz not null,
  over_at            timestamptz,
  constraint one_of_each_press unique (account_id, press_key),
  constraint over_is_over check ((state in ('cancelled', 'ended')) = (over_at is not null)),
  constraint rests_for_a_reason check ((state = 'active') = (because is null))
);
create index subscription_of_account on subscriptions.subscription (account_id, created_at desc);
create index subscription_to_plan_ahead on subscriptions.subscription (materialised_until nulls first) where state = 'active';
create index subscription_of_card on subscriptions.subscription (card_id) where state in ('active', 'paused', 'needs-card');
create index subscription_of_month on subscriptions.subscription (calendar) where state = 'active' and programme in ('DhulHijjah', 'Ramadan30Nights');
create index subscription_to_ask on subscriptions.subscription (consent_until) where state = 'active';

-- One gift of a subscription; known by its key whenever it falls (decisions.md 16).
create table subscriptions.occurrence (
  subscription_id uuid not null references subscriptions.subscription,
  occurrence_key  text not null,
  seq             integer not null check (seq > 0),
  on_date         date not null,
  number          smallint,
  -- When it was to be given, and when it is tried next.
  planned_at      timestamptz not null,
  due_at          timestamptz not null,
  is_uncertain    boolean not null default false,
  state           text not null check (state in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'CANCELLED')),
  skipped_because text check (skipped_because in ('donor', 'rest', 'outage', 'causes')),
  gift            bigint not null check (gift > 0),
  tip             bigint not null check (tip >= 0),
  retries         smallint not null default 0,
  -- The claim it was last charged by; those charged together share it.
  charge_id       uuid,
  lease_until     timestamptz,
  -- Until when it waits for the donor.
  waits_until     timestamptz,
  decline_code    text,
  intent_id       uuid,
  settled_at      timestamptz,
  primary key (subscription_id, occurrence_key),
  constraint one_place_each unique (subscription_id, seq),
  constraint skipped_for_a_reason check ((state = 'SKIPPED') = (skipped_because is not null)),
  constraint paid_by_a_payment check (state <> 'SUCCEEDED' or intent_id is not null)
);
create index occurrence_due on subscriptions.occurrence (due_at) where state = 'SCHEDULED';
create index occurrence_leased on subscriptions.occurrence (lease_until) where state in ('PROCESSING', 'UNKNOWN');
create index occurrence_waits on subscriptions.occurrence (waits_until) where state = 'ACTION_REQUIRED';
create index occurrence_of_charge on subscriptions.occurrence (charge_id) where charge_id is not null;

create function subscriptions.refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'SCHEDULED'       and new.state in ('PROCESSING', 'SKIPPED', 'CANCELLED')
       or old.state = 'PROCESSING'      and new.state in ('SUCCEEDED', 'FAILED', 'UNKNOWN', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'UNKNOWN'         and new.state in ('SUCCEEDED', 'FAILED', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'ACTION_REQUIRED' and new.state in ('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED')
       or old.state = 'FAILED'          and new.state in ('SCHEDULED')
       or old.state = 'SKIPPED'         and new.state in ('SCHEDULED', 'CANCELLED')) then
    raise exception 'occurrence % of %: illegal move from % to %', old.occurrence_key, old.subscription_id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger occurrence_moves before update of state on subscriptions.occurrence for each row execute function subscriptions.refuse_illegal_move();

create function subscriptions.refuse_return() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and old.state in ('cancelled', 'ended') then
    raise exception 'subscription %: what is over stays over', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger subscription_moves before update of state on subscriptions.subscription for each row execute function subscriptions.refuse_return();

-- Why nothing is charged at present; one row, written by the engine's own checks or a person (trust.md R30).
create table subscriptions.brake (
  is_on    boolean primary key default true check (is_on),
  reason   text not null,
  facts    jsonb not null,
  set_at   timestamptz not null
);

-- How often a card was refused lately (trust.md 1.4).
create index attempt_refused_of_card on payments.attempt (card_fingerprint, submitted_at) where state = 'DECLINED' and card_fingerprint is not null;

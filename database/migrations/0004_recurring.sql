-- Recurring: plans that donors can choose, and their subscriptions.

-- Plans: recurring donations that an organization or the platform offers.
create schema plans;

create table plans.plan (
  id                  uuid primary key,
  type                text not null check (type in ('CHARITY', 'INTERNAL')),   -- of a campaign, or a programme of the platform
  programme           text unique check (programme in ('FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights')),
  campaign_id         bigint references campaigns.campaign,
  frequency           text not null check (frequency in ('onetime', 'day', 'week', 'month')),
  is_enabled          boolean not null default true,
  is_on_campaign_page boolean not null default false,
  requests_phone      boolean not null default false,
  created_at          timestamptz not null,
  changed_at          timestamptz not null,
  constraint plan_has_one_owner check ((type = 'CHARITY') = (campaign_id is not null) and (type = 'INTERNAL') = (programme is not null)),
  constraint plan_frequency_once unique (campaign_id, frequency)
);
create index plan_listed on plans.plan (type, created_at desc, id desc) where is_enabled;

insert into plans.plan (id, type, programme, frequency, created_at, changed_at) values
  ('0199a000-0000-7000-8000-000000000001', 'INTERNAL', 'FridayGivers', 'week', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'),
  ('0199a000-0000-7000-8000-000000000002', 'INTERNAL', 'DailyGivers', 'day', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'),
  ('0199a000-0000-7000-8000-000000000003', 'INTERNAL', 'DhulHijjah', 'day', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'),
  ('0199a000-0000-7000-8000-000000000004', 'INTERNAL', 'Ramadan30Nights', 'day', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z');

-- The announced first day of a Hijri month for a group of countries; without a row the Umm al-Qura calendar applies.
create table plans.announced_month (
  calendar     text not null check (calendar in ('SA', 'CALC', 'SOUTH_ASIA', 'MABIMS', 'MA', 'OM', 'EG', 'LOCAL_UK')),
  hijri_year   integer not null check (hijri_year between 1300 and 1600),
  hijri_month  smallint not null check (hijri_month between 1 and 12),
  starts_on    date not null,
  source       text not null check (length(source) between 1 and 300),
  announced_by uuid not null references identity.account,
  announced_at timestamptz not null,
  primary key (calendar, hijri_year, hijri_month)
);

-- Subscriptions: a donor's schedule for a plan, with its occurrences and notices.
create schema subscriptions;

create table subscriptions.subscription (
  id                   uuid primary key,
  account_id           uuid not null references identity.account,
  idempotency_key      text not null,       -- of the request that created it
  plan_id              uuid not null references plans.plan,
  programme            text check (programme in ('FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights')),
  state                text not null check (state in ('active', 'paused', 'needs-card', 'cancelled', 'ended')),
  reason               text check (reason in ('donor', 'failures', 'consent', 'card', 'causes', 'zakat', 'charity', 'dispute', 'finished')),   -- why it is not active
  schedule             jsonb not null,
  time_zone            text not null,
  calendar             text not null check (calendar in ('SA', 'CALC', 'SOUTH_ASIA', 'MABIMS', 'MA', 'OM', 'EG', 'LOCAL_UK')),
  currency             text not null check (currency ~ '^[A-Z]{3}$'),
  portions             jsonb not null,      -- amounts in minor units: one for all, or one for each night or day
  causes               jsonb not null,      -- campaigns with shares in ten-thousandths; empty: the platform chooses
  card_id              uuid not null references cards.card,
  level_id             bigint references campaigns.level,
  is_zakat             boolean not null,
  maximize_zakat       boolean not null,
  gift_aid             boolean not null,
  tax_receipt          boolean not null,
  details              jsonb not null,      -- other settings of the agreement; no query filters by them
  starts_on            date not null,
  ends_on              date,                -- the last day with an occurrence
  consent_until        date not null,       -- when the donor's consent expires; it is requested again before
  consent_requested_at timestamptz,
  scheduled_until      date,                -- occurrences exist until this day
  failures             smallint not null default 0 check (failures >= 0),   -- consecutive failed charges
  version              integer not null default 1,
  created_at           timestamptz not null,
  changed_at           timestamptz not null,
  closed_at            timestamptz,
  resumes_on           date,                -- the end of a pause; null: until the donor resumes it
  level_charge_id      uuid,                -- the charge whose donation includes the giving level
  request_hash         text,                -- hash of the request with `idempotency_key`
  constraint subscription_request_once unique (account_id, idempotency_key),
  constraint ends_after_start check (ends_on >= starts_on),
  constraint closed_has_time check ((state in ('cancelled', 'ended')) = (closed_at is not null)),
  constraint inactive_has_reason check ((state = 'active') = (reason is null)),
  constraint only_paused_resumes check (resumes_on is null or state = 'paused'),
  constraint level_charge_has_level check (level_charge_id is null or level_id is not null)
);
create index subscription_of_account on subscriptions.subscription (account_id, created_at desc);
create index subscription_to_schedule on subscriptions.subscription (scheduled_until nulls first) where state = 'active';
create index subscription_of_card on subscriptions.subscription (card_id) where state in ('active', 'paused', 'needs-card');
create index subscription_consent_due on subscriptions.subscription (consent_until) where state = 'active';
create index subscription_end_due on subscriptions.subscription (ends_on) where state in ('active', 'paused', 'needs-card') and ends_on is not null;
create index subscription_resume_due on subscriptions.subscription (resumes_on) where state = 'paused' and resumes_on is not null;
-- An announced month reschedules paused subscriptions too, because they may resume.
create index subscription_hijri on subscriptions.subscription (calendar, id)
  where state in ('active', 'paused', 'needs-card') and programme in ('DhulHijjah', 'Ramadan30Nights');
-- A donor has a giving level through one subscription at a time; subscribe.ts refers to this name.
create unique index subscription_level_once on subscriptions.subscription (account_id, level_id)
  where level_id is not null and state in ('active', 'paused', 'needs-card');

-- One date or night of a subscription. Its key stays the same when its date changes.
create table subscriptions.occurrence (
  subscription_id uuid not null references subscriptions.subscription,
  occurrence_key  text not null,
  seq             integer not null check (seq > 0),
  on_date         date not null,
  number          smallint,               -- of the night or day in its month
  planned_at      timestamptz not null,   -- when it was first due
  due_at          timestamptz not null,   -- the next attempt
  is_uncertain    boolean not null default false,   -- its Hijri month is not announced yet
  state           text not null check (state in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'CANCELLED')),
  skip_reason     text check (skip_reason in ('donor', 'paused', 'outage', 'causes')),
  gift            bigint not null check (gift > 0),
  tip             bigint not null check (tip >= 0),
  retries         smallint not null default 0,
  charge_id       uuid,                   -- id of the last claim; occurrences charged together have the same
  lease_until     timestamptz,
  action_deadline timestamptz,            -- the deadline for the donor's action
  decline_code    text,
  intent_id       uuid,
  settled_at      timestamptz,
  delayed_since   timestamptz,            -- when the provider was first unavailable; lateness is measured from then
  partition       smallint not null default 0 check (partition between 0 and 255),   -- by campaign, so that a large one does not delay others
  cancelled_from  text check (cancelled_from in ('SCHEDULED', 'SKIPPED')),      -- its state before an announced month removed its date
  primary key (subscription_id, occurrence_key),
  constraint occurrence_seq_once unique (subscription_id, seq),
  constraint skipped_has_reason check ((state = 'SKIPPED') = (skip_reason is not null)),
  constraint succeeded_has_payment check (state <> 'SUCCEEDED' or intent_id is not null),
  constraint only_cancelled_restored check (cancelled_from is null or state = 'CANCELLED')
);
create index occurrence_due on subscriptions.occurrence (due_at) where state = 'SCHEDULED';
create index occurrence_due_in_partition on subscriptions.occurrence (partition, due_at) where state = 'SCHEDULED';
create index occurrence_leased on subscriptions.occurrence (lease_until) where state in ('PROCESSING', 'UNKNOWN');
create index occurrence_awaiting_action on subscriptions.occurrence (action_deadline) where state = 'ACTION_REQUIRED';
create index occurrence_of_charge on subscriptions.occurrence (charge_id) where charge_id is not null;

-- A notice sent for a subscription. The key ensures that each is sent once, however often its job runs.
create table subscriptions.sent_notice (
  subscription_id uuid not null references subscriptions.subscription,
  notice          text not null,
  keys            text[] not null default '{}',   -- the occurrences that a summary listed
  sent_at         timestamptz not null,
  primary key (subscription_id, notice)
);

-- The charging kill switch: nothing is charged while its one row exists. The billing engine's checks or a person set
-- it.
create table subscriptions.kill_switch (
  is_on   boolean primary key default true check (is_on),
  reason  text not null,
  details jsonb not null,
  set_at  timestamptz not null,
  constraint known_reason check (reason in ('too-many-due', 'clocks', 'provider-ahead', 'person'))
);

-- A release of the kill switch by a person. The same findings don't set it again: too many due occurrences are ignored
-- until `ignored_until`, and charges that only the provider knows are ignored if they were made before `released_at`.
create table subscriptions.kill_switch_release (
  id            bigint generated always as identity primary key,
  reason        text not null,
  details       jsonb not null,
  set_at        timestamptz not null,
  released_at   timestamptz not null,
  ignored_until timestamptz not null
);
create index kill_switch_release_by_reason on subscriptions.kill_switch_release (reason, released_at desc);

-- State machine of occurrences, the same as in plans/rules/states.ts.
create function subscriptions.refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'SCHEDULED'       and new.state in ('PROCESSING', 'SKIPPED', 'CANCELLED')
       or old.state = 'PROCESSING'      and new.state in ('SUCCEEDED', 'FAILED', 'UNKNOWN', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'UNKNOWN'         and new.state in ('SUCCEEDED', 'FAILED', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'ACTION_REQUIRED' and new.state in ('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED')
       or old.state = 'FAILED'          and new.state in ('SCHEDULED')
       or old.state = 'SKIPPED'         and new.state in ('SCHEDULED', 'CANCELLED')
       or old.state = 'CANCELLED'       and old.cancelled_from is not null and new.state = old.cancelled_from) then
    raise exception 'occurrence % of %: illegal transition from % to %', old.occurrence_key, old.subscription_id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger occurrence_transition before update of state on subscriptions.occurrence for each row execute function subscriptions.refuse_illegal_transition();

-- A cancelled or ended subscription never becomes active again.
create function subscriptions.refuse_reactivation() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and old.state in ('cancelled', 'ended') then
    raise exception 'subscription %: a closed subscription can not be reactivated', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger subscription_transition before update of state on subscriptions.subscription for each row execute function subscriptions.refuse_reactivation();

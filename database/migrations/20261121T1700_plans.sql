create schema plans;

-- An offer to give at a frequency: of a fundraiser, or one of our own programmes.
create table plans.plan (
  id                  uuid primary key,
  type                text not null check (type in ('CHARITY', 'INTERNAL')),
  programme           text unique check (programme in ('FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights')),
  campaign_id         bigint references campaigns.campaign,
  frequency           text not null check (frequency in ('onetime', 'day', 'week', 'month')),
  is_enabled          boolean not null default true,
  is_on_campaign_page boolean not null default false,
  asks_phone          boolean not null default false,
  created_at          timestamptz not null,
  changed_at          timestamptz not null,
  constraint plan_has_one_owner check ((type = 'CHARITY') = (campaign_id is not null) and (type = 'INTERNAL') = (programme is not null)),
  constraint one_plan_for_each_frequency unique (campaign_id, frequency)
);
create index plan_listed on plans.plan (type, created_at desc, id desc) where is_enabled;

insert into plans.plan (id, type, programme, frequency, created_at, changed_at) values
  ('0199a000-0000-7000-8000-000000000001', 'INTERNAL', 'FridayGivers', 'week', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'),
  ('0199a000-0000-7000-8000-000000000002', 'INTERNAL', 'DailyGivers', 'day', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'),
  ('0199a000-0000-7000-8000-000000000003', 'INTERNAL', 'DhulHijjah', 'day', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z'),
  ('0199a000-0000-7000-8000-000000000004', 'INTERNAL', 'Ramadan30Nights', 'day', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z');

-- First days of Hijri months as they were announced, for a group of countries; without a row the Umm al-Qura calendar stands.
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

-- Prices of a gram of gold and silver in US dollars. Append-only, like currencies.rate.
create table currencies.metal_price (
  metal        text not null check (metal in ('gold', 'silver')),
  day          date not null,
  source       text not null check (source in ('bundled')),
  usd_per_gram numeric(18, 8) not null check (usd_per_gram > 0),
  primary key (metal, day, source)
);

-- Data exports are encrypted from this version on. Older ones are deleted; their accounts can request new ones.
delete from privacy.export where completed_at is not null;

-- The type of a donation that is neither sadaqah (null) nor zakat on wealth (`is_zakat`). None of these types reduces
-- the zakat due. `not valid` skips the check of existing rows, which are all null.
alter table giving.donation add column donation_type text;
alter table giving.donation alter column donation_type set statistics 20;
alter table giving.donation add constraint donation_type_is_known
  check (donation_type in ('zakat-al-fitr', 'fidya', 'kaffarah', 'purification')) not valid;
alter table giving.donation add constraint donation_type_is_not_zakat check (donation_type is null or not is_zakat) not valid;

-- Zakat: a donor's zakat years, the amounts due, and zakat given elsewhere.
create schema zakat;

-- Revisions of a donor's zakat years; the latest of a period applies. Append-only, and deleted when the consent is
-- withdrawn.
create table zakat.profile (
  id           uuid primary key,
  account_id   uuid not null references identity.account on delete cascade,
  revision     bigint not null generated always as identity,   -- orders revisions with equal times
  period       text not null check (length(period) between 1 and 20),   -- the Hijri year of the anniversary
  currency     char(3) not null,
  zakat_due    bigint not null check (zakat_due >= 0),   -- minor units
  status       text not null check (status in ('DUE', 'BELOW_NISAB', 'NOT_YET_DUE')),
  start_date   date not null,
  anniversary  date not null,            -- the first day after the year
  anchor_year  text not null check (anchor_year in ('lunar', 'solar')),
  anchor_month smallint not null check (anchor_month between 1 and 12),
  anchor_day   smallint not null check (anchor_day between 1 and 31),
  time_zone    text not null,
  rule_set_id  text not null,
  prices       jsonb not null,           -- the gold and silver prices per gram that the calculation used, with their dates
  encrypted    bytea not null,           -- answers and result of the calculation, encrypted
  created_at   timestamptz not null,
  constraint profile_year_has_days check (anniversary > start_date),
  constraint profile_due_with_status check (status = 'DUE' or zakat_due = 0)
);
create index profile_account on zakat.profile (account_id, created_at desc, revision desc);
create index profile_anniversary on zakat.profile (anniversary);
alter table zakat.profile alter column encrypted set statistics 0;
alter table zakat.profile alter column prices set statistics 0;

-- Zakat that a donor gave elsewhere and recorded here.
create table zakat.offsite_donation (
  id         uuid primary key,
  account_id uuid not null references identity.account on delete cascade,
  given_on   date not null,
  currency   char(3) not null,
  amount     bigint not null check (amount > 0),   -- minor units
  note       text not null default '' check (length(note) <= 500),
  created_at timestamptz not null,
  changed_at timestamptz
);
create index offsite_donation_account on zakat.offsite_donation (account_id, given_on desc, id desc);
alter table zakat.offsite_donation alter column note set statistics 0;

-- Sent reminders of a zakat anniversary, `days` before it. The key ensures that each is sent once.
create table zakat.reminder (
  account_id  uuid not null references identity.account on delete cascade,
  anniversary date not null,
  days        smallint not null check (days in (30, 1)),
  sent_at     timestamptz not null,
  primary key (account_id, anniversary, days)
);

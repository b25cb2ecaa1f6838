-- A recurring donation stores its occurrence, so that giving days and streaks use the occurrence's own date.
alter table giving.donation
  add column subscription_id uuid,
  add column occurrence_key text,
  add column occurrence_on date,
  add column programme text,
  add constraint donation_occurrence check ((subscription_id is null) = (occurrence_key is null) and (subscription_id is null) = (occurrence_on is null)
    and (subscription_id is not null or programme is null)) not valid;
alter table giving.donation alter column occurrence_key set statistics 0;

-- An order's lines are sorted by occurrence, with the same number of lines for each.
with paid as (
  select d.id, s.id as subscription_id, s.programme, i.order_details->'plan'->'keys' as keys, d.line,
    count(*) over (partition by d.intent_id) as lines
  from giving.donation d join payments.intent i on i.id = d.intent_id
  join subscriptions.subscription s on s.id = (i.order_details->'plan'->>'subscriptionId')::uuid
), placed as (
  select id, subscription_id, programme, keys->>(((line - 1) * jsonb_array_length(keys) / lines)::integer) as key from paid
)
update giving.donation d set subscription_id = p.subscription_id, occurrence_key = p.key, occurrence_on = o.on_date, programme = p.programme
from placed p join subscriptions.occurrence o on o.subscription_id = p.subscription_id and o.occurrence_key = p.key
where d.id = p.id;

-- Deeds: a yearly recap of a donor's giving, computed once after the Hijri year has ended and only with consent.
create schema deeds;

-- Figures over all donors of a year, without personal data. Thresholds are null if there are fewer than 100 donors.
create table deeds.year (
  hijri_year      smallint not null primary key check (hijri_year between 1300 and 1600),
  donors          integer  not null check (donors >= 0),          -- accounts with a counted donation
  unique_donors   integer  not null check (unique_donors >= 0),   -- including guests and erased donors
  amount          bigint   not null check (amount >= 0),          -- US cents, of all donors
  top_amount      bigint,                                         -- US cents from which an account is in the top 10 %
  top_days        integer,                                        -- distinct giving days from which an account is in the top 10 %
  generous_amount bigint,                                         -- US cents of the 90th percentile
  computed_at     timestamptz not null,
  constraint year_thresholds check ((donors >= 100) = (top_amount is not null) and (top_amount is null) = (top_days is null)
    and (top_amount is null) = (generous_amount is null))
);

create table deeds.snapshot (
  account_id  uuid     not null references identity.account on delete cascade,
  hijri_year  smallint not null references deeds.year,
  currency    char(3)  not null,
  figures     jsonb    not null check (jsonb_typeof(figures) = 'object'),   -- amounts in minor units of the currency
  computed_at timestamptz not null,
  primary key (account_id, hijri_year)
);
create index snapshot_year on deeds.snapshot (hijri_year);
alter table deeds.snapshot alter column figures set statistics 0;

-- Sent emails that announce a donor's Deeds of a year; each is sent once.
create table deeds.notice (
  account_id uuid     not null references identity.account on delete cascade,
  hijri_year smallint not null,
  sent_at    timestamptz not null,
  primary key (account_id, hijri_year)
);

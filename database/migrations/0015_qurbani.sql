-- Qurbani items: giving levels with an animal, a country, a price and an order window (qurbani-1 to qurbani-3). Their
-- levels are hidden from other donations.
alter table campaigns.level add column kind text not null default 'level' check (kind in ('level', 'qurbani'));
alter table campaigns.level add constraint qurbani_level_hidden check (kind = 'level' or flags & 8 = 8);

create schema qurbani;

create table qurbani.item (
  level_id      bigint      not null primary key references campaigns.level,   -- the level has the title, the unit price, the quantity and the claims
  campaign_id   bigint      not null references campaigns.campaign,
  hijri_year    smallint    not null check (hijri_year between 1440 and 1599),
  country       text        not null check (country ~ '^[A-Z]{2}$'),           -- where it is performed
  animal        text        not null check (animal in ('sheep', 'goat', 'cow', 'camel')),
  unit          text        not null check (unit in ('share', 'animal')),
  animal_price  bigint      not null check (animal_price > 0),                 -- minor units of the campaign's currency
  capacity      integer     check (capacity between 1 and 100000),             -- number of animals; null: unlimited
  partner       text        not null check (length(partner) between 1 and 120),
  is_sponsored  boolean     not null default false,
  is_offered    boolean     not null default true,
  calendar      text        not null check (calendar in ('SA', 'CALC', 'SOUTH_ASIA', 'MABIMS', 'MA', 'OM', 'EG', 'LOCAL_UK')),
  time_zone     text        not null check (length(time_zone) between 1 and 64),
  opens_on      date        not null,
  last_day      smallint    not null check (last_day in (12, 13)),             -- of Dhul Hijjah
  close_day     smallint    not null check (close_day between 1 and last_day),
  close_minutes smallint    not null check (close_minutes between 0 and 1439), -- of the day, in time_zone
  created_at    timestamptz not null,
  changed_at    timestamptz not null,
  constraint item_of_one_share_is_whole check (unit = 'animal' or animal in ('cow', 'camel')),
  constraint item_closes_by_the_last_evening check (close_day < last_day or close_minutes <= 1260),
  constraint item_once_a_year unique (campaign_id, hijri_year, country, animal, unit, partner)
);
create index item_of_year on qurbani.item (hijri_year) where is_offered;

-- What a euro was worth, by day and by who says so; rows are added, never changed, so a converted amount can always name its rate.
create schema currencies;

create table currencies.rate (
  currency char(3) not null,
  day      date not null,
  source   text not null check (source in ('bundled', 'ecb')),
  per_euro numeric(24, 10) not null check (per_euro > 0),
  primary key (currency, day, source)
);

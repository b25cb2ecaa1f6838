create schema baskets;

-- A basket is read, edited and checked out as one thing, so its lines are kept with it: one row, one version.
create table baskets.basket (
  id                uuid primary key,
  account_id        uuid references identity.account,               -- null: a guest's, opened by its own token
  status            text not null check (status in ('active', 'abandoned', 'checked-out', 'expired')),
  version           integer not null default 1 check (version > 0),
  currency          text not null check (currency ~ '^[A-Z]{3}$'),
  tip               bigint not null default 0 check (tip >= 0),     -- of the whole basket, minor units of its currency
  is_anonymous      boolean not null default false,
  display_name      text not null default '' check (length(display_name) <= 80),
  display_place     text not null default '' check (length(display_place) <= 80),
  payment_method_id text,
  newsletter        boolean not null default false,
  lines             jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  merged_into       uuid references baskets.basket,                 -- where a guest's lines went when they logged in
  created_at        timestamptz not null,
  changed_at        timestamptz not null
);
-- An account fills one basket at a time.
create unique index basket_one_active on baskets.basket (account_id) where status = 'active' and account_id is not null;
create index basket_of_account on baskets.basket (account_id, created_at desc, id desc) where account_id is not null;
create index basket_idle on baskets.basket (changed_at) where status in ('active', 'abandoned');

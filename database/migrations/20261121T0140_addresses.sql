-- Where an account's post goes: its address book, and which of them is its shipping, billing and tax address.
create schema addresses;

create table addresses.address (
  id          uuid primary key,
  account_id  uuid not null references identity.account on delete cascade,
  label       text not null default '' check (length(label) <= 60),
  first_name  text not null default '' check (length(first_name) <= 60),
  last_name   text not null default '' check (length(last_name) <= 60),
  name        text not null default '' check (length(name) <= 120),
  line1       text not null check (length(line1) between 1 and 200),
  line_key    text not null,                                   -- the line as it is compared: case, spaces and Unicode form do not count
  line2       text not null default '' check (length(line2) <= 200),
  city        text not null check (length(city) between 1 and 100),
  state       text not null default '' check (length(state) <= 100),
  postal_code text not null default '' check (length(postal_code) <= 20),
  country     text not null check (country ~ '^[A-Z]{2}$'),
  phone       text not null default '' check (length(phone) <= 32),
  created_at  timestamptz not null,
  changed_at  timestamptz not null,
  unique (account_id, line_key),                               -- the same street twice is one address
  unique (account_id, id)
);

-- One address for each use, and only one's own.
create table addresses.choice (
  account_id uuid not null,
  kind       text not null check (kind in ('shipping', 'billing', 'tax')),
  address_id uuid not null,
  primary key (account_id, kind),
  foreign key (account_id, address_id) references addresses.address (account_id, id) on delete cascade
);
create index choice_address on addresses.choice (account_id, address_id);

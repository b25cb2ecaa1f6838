-- Cards that donors keep for later, as the payment provider names them. No number is ever here.
create schema cards;

-- An account's name at a provider; made the first time it keeps a card.
create table cards.customer (
  account_id  uuid not null references identity.account,
  provider    text not null,
  customer_id text not null,
  created_at  timestamptz not null,
  primary key (account_id, provider),
  unique (provider, customer_id)
);

create table cards.card (
  id          uuid primary key,
  account_id  uuid not null,
  provider    text not null,
  method_id   text not null,
  brand       text not null check (length(brand) <= 40),
  last4       text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month   smallint not null check (exp_month between 1 and 12),
  exp_year    smallint not null check (exp_year between 2000 and 2200),
  fingerprint text,                                            -- the provider's: tells that two cards are one
  country     text check (length(country) = 2),
  is_default  boolean not null,
  added_at    timestamptz not null,
  removed_at  timestamptz,
  warned_days smallint check (warned_days in (30, 7)),        -- how long before its end its donor was last written to
  foreign key (account_id, provider) references cards.customer,
  unique (provider, method_id),
  check (removed_at is null or not is_default)
);
create index card_of_account on cards.card (account_id, added_at desc);
create index card_ending on cards.card (exp_year, exp_month) where removed_at is null;
create unique index card_one_default on cards.card (account_id) where is_default;
create unique index card_kept_once on cards.card (account_id, provider, fingerprint) where removed_at is null;

-- That a donor agreed to charges of a card without them: what words, when, from where (trust.md R10). Kept after the card is removed.
create table cards.mandate (
  id           uuid primary key,
  card_id      uuid not null references cards.card,
  account_id   uuid not null references identity.account,
  kind         text not null check (kind = 'off-session'),
  text_version text not null,
  locale       text not null,
  text_hash    text not null check (length(text_hash) = 64),
  ip           text not null,
  agreed_at    timestamptz not null,
  source_id    uuid not null unique,                           -- the attempt or the setup it was agreed to with: once each
  revoked_at   timestamptz
);
create index mandate_of_card on cards.mandate (card_id);
create index mandate_of_account on cards.mandate (account_id);

-- A card that is being added: written before the bank is asked, gone when that has ended.
create table cards.setup (
  id           uuid primary key,
  provider     text not null,
  customer_id  text not null,
  method_id    text not null,
  setup_id     text,                                           -- the provider's, once it has answered
  text_version text not null,
  locale       text not null,
  ip           text not null,
  started_at   timestamptz not null,
  ended_at     timestamptz,
  foreign key (provider, customer_id) references cards.customer (provider, customer_id)
);
create index setup_of_customer on cards.setup (provider, customer_id, started_at);

-- More ways to log in than a password, and what an account may know of its own browsers.

-- A session has a name its owner may see and end it by; the token's hash stays inside.
alter table identity.session
  add column id uuid not null default gen_random_uuid() unique,
  add column country text check (country ~ '^[A-Z]{2}$');

-- Browsers an account has logged in with: the browser holds a random mark, we hold its SHA-256.
create table identity.known_browser (
  account_id    uuid not null references identity.account on delete cascade,
  browser_hash  bytea not null check (length(browser_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (account_id, browser_hash)
);

-- Somebody at another provider who is an account here. A subject means something only together with who issued it.
create table identity.external_login (
  id           uuid primary key,
  account_id   uuid not null references identity.account on delete cascade,
  provider     text not null check (provider ~ '^[a-z]{2,20}$'),
  issuer       text not null check (length(issuer) between 1 and 300),
  subject      text not null check (length(subject) between 1 and 255),
  email        text not null,                           -- as the provider last said it, to tell two logins apart
  linked_at    timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject),
  unique (account_id, issuer)                           -- a mailbox that changed hands at the provider does not become a second key
);

create table identity.passkey (
  id            uuid primary key,
  account_id    uuid not null references identity.account on delete cascade,
  credential_id text not null unique check (length(credential_id) between 8 and 1400),
  public_key    bytea not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null default '{}',
  is_backed_up  boolean not null,
  name          text not null check (length(name) between 1 and 60),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkey_account on identity.passkey (account_id);

-- What a passkey was asked to sign: taken out when it is answered, so each is answered once.
create table identity.passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose        text not null check (purpose in ('add', 'log-in')),
  account_id     uuid references identity.account on delete cascade,
  expires_at     timestamptz not null,
  check ((purpose = 'add') = (account_id is not null))
);
create index passkey_challenge_expiry on identity.passkey_challenge (expires_at);

-- The picture somebody brought from a provider, made small and fetched once; nobody's browser asks the provider for it.
create table identity.account_picture (
  account_id uuid primary key references identity.account on delete cascade,
  image      bytea not null check (length(image) between 1 and 400000),  -- WebP, at most 500 by 500
  set_at     timestamptz not null
);
alter table identity.account_picture alter column image set storage external;

-- Who somebody is: accounts, their sessions, and guests who gave without an account.
create schema identity;

create table identity.account (
  id            uuid primary key,
  email         text not null check (length(email) between 3 and 254),
  email_key     text generated always as (lower(email)) stored unique,
  password_hash text,                                   -- argon2id in PHC form; null until a password is set
  first_name    text not null default '',
  last_name     text not null default '',
  roles         text[] not null default '{}' check (roles <@ array['staff', 'admin']),
  locale        text not null default 'en',
  preferences   jsonb not null default '{}',
  created_at    timestamptz not null
);

-- The browser holds the token; we hold its SHA-256, so a stolen backup opens no session.
create table identity.session (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references identity.account on delete cascade,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null,
  ip         text not null,
  user_agent text not null
);
create index session_account on identity.session (account_id);

-- Guests carry a signed token (24 hours), so nothing of it is stored.
create table identity.guest (
  id         uuid primary key,
  email      text not null,
  name       text not null,
  created_at timestamptz not null
);

create table identity.login_failure (
  email_key text not null,
  ip        text not null,
  failed_at timestamptz not null
);
create index login_failure_email on identity.login_failure (email_key, failed_at);
create index login_failure_ip on identity.login_failure (ip, failed_at);

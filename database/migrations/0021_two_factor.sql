-- Two-factor authentication (accounts-11): an authenticator app (TOTP), recovery codes and their removal.
create table identity.authenticator (
  account_id       uuid        not null primary key references identity.account,
  encrypted_secret bytea       not null check (octet_length(encrypted_secret) = 48),   -- AES-256-GCM of 20 bytes
  last_step        bigint      not null default 0,                                      -- last accepted TOTP time step, so that a code works only once
  created_at       timestamptz not null,
  confirmed_at     timestamptz
);
create table identity.recovery_code (
  account_id uuid        not null references identity.account,
  code_hash  bytea       not null check (octet_length(code_hash) = 32),
  used_at    timestamptz,
  primary key (account_id, code_hash)
);
-- Code attempts of the last 15 minutes, for the rate limit. A row is written before the code is compared.
create table identity.code_attempt (
  account_id   uuid        not null references identity.account,
  attempted_at timestamptz not null
);
create index code_attempt_of_account on identity.code_attempt (account_id, attempted_at);

-- Removal of the authenticator of a locked-out account. One staff member requests it and another approves it after 72
-- hours, unless the link in an email stops it.
create table identity.factor_removal (
  id           uuid        not null primary key,
  account_id   uuid        not null references identity.account,
  requested_by uuid        not null references identity.account,
  requested_at timestamptz not null,
  stop_hash    bytea       not null check (octet_length(stop_hash) = 32),
  stopped_at   timestamptz,
  approved_by  uuid        references identity.account,
  removed_at   timestamptz,
  constraint factor_removal_needs_two check (approved_by is distinct from requested_by),
  constraint factor_removal_after_72_hours check (removed_at is null or removed_at >= requested_at + interval '72 hours'),
  constraint factor_removal_ends_once check (stopped_at is null or removed_at is null),
  constraint factor_removal_is_approved check ((removed_at is null) = (approved_by is null))
);
create unique index factor_removal_open on identity.factor_removal (account_id) where stopped_at is null and removed_at is null;
create unique index factor_removal_stop on identity.factor_removal (stop_hash);
create index factor_removal_of_requester on identity.factor_removal (requested_by);
create index factor_removal_of_approver on identity.factor_removal (approved_by) where approved_by is not null;

alter table identity.session add column second_factor_at timestamptz;

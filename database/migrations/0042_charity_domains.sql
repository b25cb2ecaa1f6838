-- Charities' own domains, verified by a TXT record at _sunbul.{host} (pages-16). `position` limits their number.
create table organizations.domain (
  organization_id     bigint not null references organizations.organization,
  position            smallint not null check (position between 1 and 5),
  host                text not null check (length(host) <= 253 and host ~ '^([a-z0-9-]+\.)+[a-z0-9-]+$'),
  added_at            timestamptz not null,
  added_by_account_id uuid references identity.account,
  -- When the TXT record was first found; null: not verified, or dropped.
  verified_at         timestamptz,
  -- Whether the charity's public URLs use this domain.
  is_primary          boolean not null default false check (not is_primary or verified_at is not null),
  checked_at          timestamptz,
  next_check_at       timestamptz not null,
  -- Since when, and in how many consecutive checks, the TXT record was missing.
  missing_since       timestamptz,
  missing_count       smallint not null default 0 check (missing_count >= 0),
  -- Since when DNS has not responded.
  unreachable_since   timestamptz,
  dropped_at          timestamptz,
  primary key (organization_id, position),
  unique (organization_id, host),
  check ((missing_since is null) = (missing_count = 0)),
  check (dropped_at is null or verified_at is null)
);
-- A verified host belongs to one charity.
create unique index domain_verified_host on organizations.domain (host) where verified_at is not null;
create unique index domain_primary on organizations.domain (organization_id) where is_primary;
create index domain_next_check on organizations.domain (next_check_at);

-- The value in a charity's TXT records: 128 bits in hexadecimal, created when it adds its first host.
alter table organizations.organization add column domain_token text unique check (domain_token ~ '^[0-9a-f]{32}$');

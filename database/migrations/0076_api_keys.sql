-- Keys for programs (security-21). A key acts as an account: that of its owner, or one that exists only for the key and
-- is a member of one charity without a login.
-- Locks: identity.account (all, while its rows are checked: a moment), organizations.member (writes, a moment)
alter table identity.account
  add column kind text not null default 'person' check (kind in ('person', 'api-key')),
  -- Nobody logs in as a key, no mail reaches it, and it isn't staff.
  add constraint api_key_account_has_no_login check (
    kind = 'person' or (email_confirmed_at is null and password_hash is null and roles = '{}')
  );

create table identity.api_key (
  id                  uuid primary key,
  -- The account that the key acts as.
  account_id          uuid not null references identity.account,
  name                text not null check (length(name) between 1 and 60),
  secret_hash         bytea not null unique check (octet_length(secret_hash) = 32),
  -- The last characters, by which a person recognizes the key.
  ending              text not null check (ending ~ '^[0-9A-Za-z]{4}$'),
  -- The secret before the last rotation, until programs use the new one.
  former_secret_hash  bytea unique check (octet_length(former_secret_hash) = 32),
  former_valid_until  timestamptz,
  scopes              text[] not null check (cardinality(scopes) between 1 and 30),
  -- Networks in CIDR notation; none: any address.
  allowed_addresses   text[] not null default '{}' check (cardinality(allowed_addresses) <= 20),
  -- Whether two factors were shown when the key was made (accounts-11, accounts-14).
  has_second_factor   boolean not null,
  created_by          uuid not null references identity.account,
  created_at          timestamptz not null,
  rotated_by          uuid references identity.account,
  expires_at          timestamptz,
  last_used_at        timestamptz,
  revoked_at          timestamptz,
  constraint former_secret_has_an_end check ((former_secret_hash is null) = (former_valid_until is null)),
  constraint secrets_differ check (secret_hash <> former_secret_hash),
  constraint expires_later check (expires_at > created_at)
);
create index api_key_account on identity.api_key (account_id);
create index api_key_creator on identity.api_key (created_by);
create index api_key_rotator on identity.api_key (rotated_by) where rotated_by is not null;

-- A key never owns a charity, and belongs to one only.
create function organizations.check_key_membership() returns trigger language plpgsql as $$
begin
  if exists (select from identity.account a where a.id = new.account_id and a.kind = 'api-key') and (
    new.role = 'owner' or exists (
      select from organizations.member m where m.account_id = new.account_id and m.organization_id <> new.organization_id
    )
  ) then
    raise exception 'an API key is a member of one charity and never its owner' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger key_membership before insert or update on organizations.member
  for each row execute function organizations.check_key_membership();

-- Websites that may embed a charity's donation form in a frame (security-17). `position` limits their number.
create table organizations.embed_host (
  organization_id     bigint not null references organizations.organization,
  position            smallint not null check (position between 1 and 10),
  host                text not null check (length(host) <= 270 and host ~ '^(https://([a-z0-9-]+\.)+[a-z0-9-]+|http://([a-z0-9-]+\.)?localhost:[0-9]{1,5})$'),
  added_at            timestamptz not null,
  added_by_account_id uuid references identity.account,
  primary key (organization_id, position),
  unique (organization_id, host)
);

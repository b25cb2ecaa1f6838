-- Files that show for whom a fundraiser's money is: of a request for Zakat, or not yet sent with one. At most five of each, one of the same bytes.
create table moderation.evidence (
  id                  uuid primary key,
  campaign_id         bigint not null references campaigns.campaign on delete cascade,
  verification_id     uuid references moderation.zakat_verification on delete cascade,
  place               smallint not null check (place between 1 and 5),
  kind                text not null check (kind in ('webp', 'pdf')),
  bytes               integer not null check (bytes between 1 and 10485760),
  digest              bytea not null check (length(digest) = 32),
  description         text not null check (length(description) between 1 and 200),
  added_at            timestamptz not null,
  added_by_account_id uuid references identity.account,
  constraint evidence_place unique nulls not distinct (campaign_id, verification_id, place),
  constraint evidence_once unique nulls not distinct (campaign_id, verification_id, digest)
);
create index evidence_verification on moderation.evidence (verification_id);
create index evidence_account on moderation.evidence (added_by_account_id);

-- Whose row is gone, however it went: a job takes their files out of the store.
create table moderation.evidence_gone (
  id      uuid primary key,
  kind    text not null,
  gone_at timestamptz not null
);
create function moderation.evidence_goes() returns trigger language plpgsql as $$
begin
  insert into moderation.evidence_gone (id, kind, gone_at) values (old.id, old.kind, now());
  return null;
end $$;
create trigger evidence_goes after delete on moderation.evidence for each row execute function moderation.evidence_goes();

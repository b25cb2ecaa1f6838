-- Pictures people upload: re-encoded, without anything that was in their files besides pixels (trust.md S9). The bytes lie in the file store.
create schema media;
create table media.picture (
  id              uuid primary key,
  account_id      uuid references identity.account,     -- who uploaded it; null once erased
  organization_id bigint references organizations.organization,  -- whose fundraiser it was uploaded for
  width           integer not null check (width > 0),
  height          integer not null check (height > 0),
  bytes           integer not null check (bytes > 0),
  uploaded_at     timestamptz not null,
  used_at         timestamptz                           -- shown somewhere since; null: nobody has seen it but its uploader
);
create index picture_account on media.picture (account_id);
create index picture_organization on media.picture (organization_id);
create index picture_unused on media.picture (uploaded_at) where used_at is null;

alter table campaigns.campaign add column cover_id uuid references media.picture;
alter table campaigns.campaign add column cover_alt text not null default '';
alter table campaigns.campaign add column zakat_asked boolean not null default false;   -- its people say it may take zakat; a reviewer verifies it

create schema fundraising;

-- What is being written of a fundraiser. While it is a draft its valid parts stand in campaigns.campaign at once; later they are published by hand.
create table fundraising.draft (
  campaign_id bigint primary key references campaigns.campaign,
  version     integer not null check (version > 0),
  content     jsonb not null,
  changed_by  uuid references identity.account,
  changed_at  timestamptz not null,
  published   boolean not null default true             -- whether the fundraiser says the same
);

-- "In review" is an open submission.
create table fundraising.submission (
  id           uuid primary key,
  campaign_id  bigint not null references campaigns.campaign,
  submitted_by uuid references identity.account,
  submitted_at timestamptz not null,
  decided_at   timestamptz,
  decided_by   uuid references identity.account,
  decision     text check (decision in ('approved', 'rejected', 'withdrawn')),
  reason       text not null default '',
  check ((decided_at is null) = (decision is null))
);
create unique index submission_open on fundraising.submission (campaign_id) where decided_at is null;
create index submission_queue on fundraising.submission (submitted_at, id) where decided_at is null;
create index submission_campaign on fundraising.submission (campaign_id, submitted_at desc);

-- What a published fundraiser said before and says since; appended, never changed.
create table fundraising.revision (
  id          uuid primary key,
  campaign_id bigint not null references campaigns.campaign,
  author_id   uuid references identity.account,
  at          timestamptz not null,
  before      jsonb not null,
  after       jsonb not null
);
create index revision_campaign on fundraising.revision (campaign_id, at desc, id desc);

-- Somebody asked by mail to join the team of a fundraiser, or a charity. The code is in the mail only.
create table fundraising.invitation (
  id              uuid primary key,
  campaign_id     bigint references campaigns.campaign,
  organization_id bigint references organizations.organization,
  email           text not null,
  email_key       text not null,
  role            text not null,
  public_name     text not null default '',
  public_role     text not null default '',
  invited_by      uuid references identity.account,
  code_hash       bytea not null unique,
  invited_at      timestamptz not null,
  expires_at      timestamptz not null,
  ended_at        timestamptz,                          -- accepted, taken back, or asked anew
  check ((campaign_id is null) <> (organization_id is null))
);
create unique index invitation_open_campaign on fundraising.invitation (campaign_id, email_key) where ended_at is null and campaign_id is not null;
create unique index invitation_open_organization on fundraising.invitation (organization_id, email_key) where ended_at is null and organization_id is not null;

-- Who was mailed which news, by a keyed hash of the address: each once.
create table fundraising.news_mail (
  news_id    uuid not null,
  email_hash text not null,
  queued_at  timestamptz not null,
  primary key (news_id, email_hash)
);
-- Who wants no more news of a fundraiser, by the same hash.
create table fundraising.unsubscribed (
  campaign_id bigint not null references campaigns.campaign,
  email_hash  text not null,
  at          timestamptz not null,
  primary key (campaign_id, email_hash)
);

-- Two addresses that differ in doubled hyphens only are too alike to exist beside each other (S2 §5).
create index campaign_slug_alike on campaigns.campaign (regexp_replace(slug, '-+', '-', 'g'));

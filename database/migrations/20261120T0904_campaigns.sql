create schema campaigns;

create table campaigns.campaign (
  id                    bigint generated always as identity primary key,
  organization_id       bigint not null references organizations.organization,
  -- One namespace for fundraisers and organizations: an organization's general fund carries its slug (decisions.md 42).
  slug                  text not null unique,
  kind                  text not null default 'fundraiser' check (kind in ('fundraiser', 'general-fund')),
  name                  text not null,
  tagline               text not null default '',
  story                 text not null default '',       -- paragraphs separated by an empty line
  language              text not null default 'en',
  category              text not null,
  location              text not null default '',
  country               char(2),                        -- where the help goes
  status                smallint not null check (status in (0, 1, 2, 3)),  -- 0 draft, 1 active, 2 paused, 3 closed
  currency              char(3) not null,
  goal                  bigint check (goal > 0),        -- minor units
  ends_at               timestamptz,                    -- 23:59:59 in the organization's zone (decisions.md, Flows)
  minimum_gift          bigint check (minimum_gift > 0),
  organizer_name        text not null,
  organizer_account_id  uuid references identity.account,
  has_picture           boolean not null default true,
  zakat_verified        boolean not null default false,
  gift_aid              boolean not null default false,
  tax_receipt_countries text[] not null default '{}' check (tax_receipt_countries <@ array['US', 'CA']),
  tips_enabled          boolean not null default true,
  tags                  text[] not null default '{}',
  featured_rank         smallint,                       -- lowest first on the home page; null: not featured
  created_at            timestamptz not null,
  changed_at            timestamptz not null
);
create index campaign_featured on campaigns.campaign (featured_rank) where featured_rank is not null and status = 1;
create index campaign_listed on campaigns.campaign (created_at desc, id desc) where status = 1 and kind = 'fundraiser';
create index campaign_organization on campaigns.campaign (organization_id);

create table campaigns.level (
  id                        bigint generated always as identity primary key,
  campaign_id               bigint not null references campaigns.campaign,
  position                  smallint not null,
  title                     text not null,
  description               text not null default '',
  amount                    bigint not null check (amount > 0),   -- minor units of the campaign's currency
  claim_limit               integer not null default 0,           -- 0 or less: unlimited (S1 §3)
  claimed                   integer not null default 0 check (claimed >= 0),
  reserved                  integer not null default 0 check (reserved >= 0),
  flags                     integer not null default 0,           -- bit 8: hidden (S2 §3)
  status                    smallint not null default 1 check (status in (1, 9)),  -- 9: deleted
  benefit_value             bigint not null default 0 check (benefit_value >= 0),
  include_note              boolean not null default false,
  require_note              boolean not null default false,
  note_description          text not null default '',
  include_email             boolean not null default false,
  require_email             boolean not null default false,
  email_description         text not null default '',
  require_shipping          boolean not null default false,
  require_emergency_contact boolean not null default false,
  require_medical           boolean not null default false,
  constraint level_not_oversold check (claim_limit <= 0 or claimed + reserved <= claim_limit)
);
create index level_campaign on campaigns.level (campaign_id, position);

-- A limited level is held for a donor while they pay, and never while its payment attempt is live released (decisions.md 12).
create table campaigns.level_claim (
  intent_id   uuid not null,
  level_id    bigint not null references campaigns.level,
  quantity    integer not null check (quantity > 0),
  state       text not null check (state in ('reserved', 'claimed', 'released')),
  reserved_at timestamptz not null,
  primary key (intent_id, level_id)
);
create index level_claim_reserved on campaigns.level_claim (reserved_at) where state = 'reserved';

-- Rolled up from settled gifts in batches; no gift ever locks these rows (trust.md R23).
create table campaigns.total (
  campaign_id    bigint primary key references campaigns.campaign,
  raised         bigint not null default 0,
  donation_count bigint not null default 0,
  donor_count    bigint not null default 0,
  last_gift_at   timestamptz
);
create table campaigns.donor (
  campaign_id bigint not null references campaigns.campaign,
  donor_key   bytea not null,
  primary key (campaign_id, donor_key)
);

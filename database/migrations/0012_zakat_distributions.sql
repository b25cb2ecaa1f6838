-- Charities' reports of distributed zakat, with evidence that staff review (zakat-19), and donors' requests to reassign
-- zakat that is distributed late.
create table zakat.distribution (
  id             uuid        not null primary key,
  campaign_id    bigint      not null references campaigns.campaign,
  currency       text        not null check (currency ~ '^[A-Z]{3}$'),
  amount         bigint      not null check (amount > 0),          -- minor units
  distributed_on date        not null,
  country        text        not null check (country ~ '^[A-Z]{2}$'),
  category       text        not null
    check (category in ('poor', 'needy', 'collectors', 'hearts', 'bondage', 'debt', 'cause', 'travellers')),
  people         integer     not null check (people > 0),
  description    text        not null default '' check (length(description) <= 1000),
  state          text        not null default 'submitted' check (state in ('submitted', 'approved', 'rejected')),
  reported_by    uuid        references identity.account,
  reported_at    timestamptz not null,
  reviewed_by    uuid        references identity.account,
  reviewed_at    timestamptz,
  review_reason  text        check (length(review_reason) between 1 and 2000),
  constraint distribution_reviewed check ((state = 'submitted') = (reviewed_at is null))
);
create index distribution_campaign on zakat.distribution (campaign_id, distributed_on desc, id desc);
create index distribution_to_review on zakat.distribution (reported_at) where state = 'submitted';

create table zakat.distribution_file (
  id              uuid        not null primary key,
  distribution_id uuid        not null references zakat.distribution,
  kind            text        not null check (kind in ('webp', 'pdf')),
  bytes           integer     not null check (bytes between 1 and 10485760),
  faces           text        not null check (faces in ('consented', 'hidden', 'none')),
  description     text        not null check (length(description) between 1 and 200),
  added_at        timestamptz not null
);
create index distribution_file_of on zakat.distribution_file (distribution_id);

-- For a fundraiser's zakat totals, and to match distributions with donations first in, first out.
create index donation_zakat on giving.donation (campaign_id, given_at) where is_zakat;

create table zakat.reassignment_request (
  donation_id  uuid        not null primary key references giving.donation,
  account_id   uuid        not null references identity.account,
  note         text        not null default '' check (length(note) <= 1000),
  requested_at timestamptz not null,
  answer       text        check (length(answer) between 1 and 2000),
  answered_by  uuid        references identity.account,
  answered_at  timestamptz,
  constraint reassignment_answered check ((answer is null) = (answered_at is null))
);
create index reassignment_open on zakat.reassignment_request (requested_at) where answered_at is null;
create index reassignment_account on zakat.reassignment_request (account_id);

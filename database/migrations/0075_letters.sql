-- Letters of a charity to a segment of its donors (content-44). Recipients are kept only until their mail is queued.
-- Locks: none
create table charity_donors.letter (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  -- The fundraiser whose updates the recipients asked for.
  campaign_id     bigint not null references campaigns.campaign,
  segment         text not null,
  subject         text not null check (length(subject) between 1 and 120),
  body            text not null check (length(body) between 1 and 5000),
  sent_by         uuid references identity.account,
  queued_at       timestamptz not null,
  -- From when the charity may send its next letter.
  next_from       timestamptz not null,
  mailed          integer not null default 0,
  constraint one_letter_a_week exclude using gist (
    int8range(organization_id, organization_id, '[]') with &&,
    tstzrange(queued_at, next_from) with &&
  )
);
create index letter_author on charity_donors.letter (sent_by) where sent_by is not null;

create table charity_donors.letter_recipient (
  letter_id uuid not null references charity_donors.letter,
  donor_key bytea not null,
  primary key (letter_id, donor_key)
);

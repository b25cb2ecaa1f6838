-- Staff review of charities (content-23): cases for verification requests, approval by two people when staff set a
-- verification, and name screening (content-26).
alter table moderation.case drop constraint case_kind_check;
alter table moderation.case add constraint case_kind_check
  check (kind in ('fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund', 'charity'));

-- A verification state that one admin proposed and another must confirm.
create table organizations.verification_proposal (
  organization_id        bigint primary key references organizations.organization,
  state                  text not null check (state in ('none', 'requested', 'verified', 'expired', 'rejected')),
  until                  text not null,   -- the last day of the verification, or empty
  proposed_at            timestamptz not null,
  proposed_by_account_id uuid not null references identity.account
);

-- Screening lists that the operator loads. Their names are normalized for comparison.
create table organizations.screening_list (
  name      text primary key check (length(name) between 1 and 80),
  loaded_at timestamptz not null,
  entries   integer not null check (entries >= 0)
);
create table organizations.screening_entry (
  list       text not null references organizations.screening_list (name) on delete cascade,
  entry_id   text not null,
  names      text[] not null,   -- the name and its aliases
  birth_year smallint,
  country    text not null default '',
  source     text not null default '',
  digest     text not null,     -- of the whole entry; a decision applies to this digest only
  primary key (list, entry_id)
);

-- A charity's name that resembles a name on a list, and the finding of staff: another person, or the same one.
create table organizations.screening_match (
  id                uuid primary key,
  organization_id   bigint not null references organizations.organization,
  subject           text not null check (subject in ('legal-name', 'public-name', 'person', 'bank-holder')),
  screened_name     text not null,
  list              text not null,
  entry_id          text not null,
  entry_digest      text not null,
  entry_names       text[] not null,
  entry_source      text not null,
  score             smallint not null check (score between 0 and 100),
  found_at          timestamptz not null,
  state             text not null default 'open' check (state in ('open', 'other', 'same')),
  first_finding     text check (first_finding in ('other', 'same')),
  first_by          uuid references identity.account,
  first_reason      text,
  decided_by        uuid references identity.account,
  decided_at        timestamptz,
  reason            text,
  constraint match_decision_complete check ((state = 'open') = (decided_at is null)),
  constraint match_once unique (organization_id, screened_name, list, entry_id, entry_digest)
);
create index match_open on organizations.screening_match (organization_id) where state = 'open';

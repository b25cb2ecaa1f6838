-- Staff reviews charities (content-23): cases of their requests, two people for a verification that staff sets, name screening (content-26).
alter table moderation.case drop constraint case_kind_check;
alter table moderation.case add constraint case_kind_check
  check (kind in ('fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund', 'charity'));

-- What one admin wants the verification of a charity to be, until another confirms it.
create table organizations.verification_proposal (
  organization_id        bigint primary key references organizations.organization,
  state                  text not null check (state in ('none', 'requested', 'verified', 'expired', 'rejected')),
  until                  text not null,   -- the last day that was chosen, or empty
  proposed_at            timestamptz not null,
  proposed_by_account_id uuid not null references identity.account
);

-- Lists of names that the operator loads, each entry with its names folded for comparison.
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
  digest     text not null,     -- of everything that is said; a match is decided for one digest
  primary key (list, entry_id)
);

-- A name of a charity that is like a name on a list, and what staff found: another person, or the same.
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
  constraint match_decided_whole check ((state = 'open') = (decided_at is null)),
  constraint match_once unique (organization_id, screened_name, list, entry_id, entry_digest)
);
create index match_open on organizations.screening_match (organization_id) where state = 'open';

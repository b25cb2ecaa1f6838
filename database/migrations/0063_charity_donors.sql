-- What a charity's team writes about a donor. A donor has no id: notes and tags belong to one of their donations, and
-- are shown with all donations that count as the same person's, so that they follow when donors are merged.
-- Locks: none
create schema charity_donors;

create table charity_donors.note (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  donation_id     uuid not null references giving.donation,
  body            text not null check (length(body) between 1 and 2000),
  author_id       uuid references identity.account,
  written_at      timestamptz not null
);
create index note_donation on charity_donors.note (donation_id);
create index note_author on charity_donors.note (author_id) where author_id is not null;

create table charity_donors.tag (
  donation_id     uuid not null references giving.donation,
  name            text not null check (length(name) between 1 and 40),
  organization_id bigint not null references organizations.organization,
  added_by        uuid references identity.account,
  added_at        timestamptz not null,
  primary key (donation_id, name)
);
create index tag_organization on charity_donors.tag (organization_id, name);
create index tag_author on charity_donors.tag (added_by) where added_by is not null;

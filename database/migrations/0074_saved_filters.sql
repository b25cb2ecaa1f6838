-- Filters and columns of a charity's lists that its team named. A search isn't saved, because it can name a donor.
-- Locks: none
create table charity_donors.saved_filter (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  list            text not null check (list in ('donations', 'donors')),
  name            text not null check (length(name) between 1 and 60),
  query           text not null check (length(query) between 1 and 500),
  saved_by        uuid references identity.account,
  saved_at        timestamptz not null,
  unique (organization_id, list, name)
);
create index saved_filter_author on charity_donors.saved_filter (saved_by) where saved_by is not null;

-- What a charity's team decided about two donors that look like the same person. A donor has no id: a decision is about
-- a donation of each, so that it follows the donations, as notes and tags do.
-- Locks: none
create table charity_donors.merge_decision (
  id                uuid primary key,
  organization_id   bigint not null references organizations.organization,
  donation_id       uuid not null references giving.donation,
  other_donation_id uuid not null references giving.donation,
  is_same           boolean not null,
  decided_by        uuid references identity.account,
  decided_at        timestamptz not null,
  constraint merge_decision_order check (donation_id < other_donation_id),
  constraint one_decision_of_pair unique (donation_id, other_donation_id)
);
create index merge_decision_organization on charity_donors.merge_decision (organization_id, decided_at);
create index merge_decision_other on charity_donors.merge_decision (other_donation_id);
create index merge_decision_author on charity_donors.merge_decision (decided_by) where decided_by is not null;

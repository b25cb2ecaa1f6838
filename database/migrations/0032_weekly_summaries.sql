-- The weekly summary of a charity, mailed once a week to its members (content-31). `week` is its Monday.
create table organizing.weekly_summary (
  organization_id bigint not null references organizations.organization,
  week            date not null check (extract(isodow from week) = 1),
  sent_at         timestamptz not null,
  primary key (organization_id, week)
);

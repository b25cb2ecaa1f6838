-- Sent weekly summaries for a charity's members (content-31). `week` is the Monday.
create table organizing.weekly_summary (
  organization_id bigint not null references organizations.organization,
  week            date not null check (extract(isodow from week) = 1),
  sent_at         timestamptz not null,
  primary key (organization_id, week)
);

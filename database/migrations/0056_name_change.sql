-- New public names that look like another charity's name or the platform's wait for staff (content-35).
create table organizations.name_change (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  name            text not null,
  name_ar         text,
  like_name       text not null,           -- the name that it looks like
  requested_at    timestamptz not null,
  decided_at      timestamptz,
  is_accepted     boolean,
  constraint decided_once check ((decided_at is null) = (is_accepted is null))
);
create unique index name_change_open on organizations.name_change (organization_id) where decided_at is null;

alter table moderation.case drop constraint case_kind_check;
alter table moderation.case add constraint case_kind_check
  check (kind = any (array['fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund', 'charity', 'payment', 'ownership', 'name']));

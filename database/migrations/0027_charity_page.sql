-- Settings of a charity's page: contact details, colour, logo and annual reports (content-27).
alter table organizations.organization
  add column phone          text not null default '',
  add column primary_colour text not null default '#4AA567' check (primary_colour ~ '^#[0-9A-F]{6}$'),
  add column logo_id        uuid references media.picture,
  add column facebook       text not null default '',
  add column twitter        text not null default '',
  add column instagram      text not null default '',
  add column youtube        text not null default '',
  add column linkedin       text not null default '',
  add column thanks_en      text not null default '' check (length(thanks_en) <= 600),   -- thank-you text in emails to its donors; empty: the platform's text
  add column thanks_ar      text not null default '' check (length(thanks_ar) <= 600);
create index organization_logo on organizations.organization (logo_id) where logo_id is not null;

-- An annual report that a charity publishes: a PDF in the file store under its id.
create table organizations.report (
  id              uuid primary key,
  organization_id bigint not null references organizations.organization,
  year            smallint not null check (year between 1900 and 2200),
  title           text not null check (length(title) between 1 and 120),
  bytes           integer not null check (bytes > 0),
  digest          bytea not null,
  added_at        timestamptz not null,
  constraint report_once unique (organization_id, digest)
);
create index report_organization on organizations.report (organization_id, year desc);
-- Adds the file of a deleted report to the queue of the job that deletes document files.
create function organizations.record_deleted_report() returns trigger language plpgsql as $$
begin
  insert into organizations.deleted_file (id, file_kind, deleted_at) values (old.id, 'pdf', now());
  return null;
end $$;
create trigger record_deleted_report after delete on organizations.report for each row execute function organizations.record_deleted_report();

-- Adds monthly and yearly plans to all general funds, because charities' pages offer them (content-27, recurring-22).
insert into plans.plan (id, type, programme, campaign_id, frequency, is_enabled, is_on_campaign_page, requests_phone, created_at, changed_at)
select gen_random_uuid(), 'CHARITY', null, c.id, f.frequency, true, true, false, now(), now()
from campaigns.campaign c cross join (values ('month'), ('year')) f (frequency)
where c.kind = 'general-fund'
on conflict (campaign_id, frequency) do nothing;

-- Announcements of Hijri months that wait for a second member of staff (calendar-2).
-- Locks: none
create table plans.proposed_month (
  calendar    text not null,
  hijri_year  integer not null check (hijri_year between 1300 and 1600),
  hijri_month smallint not null check (hijri_month between 1 and 12),
  starts_on   date not null,
  source      text not null check (length(source) between 1 and 300),
  proposed_by uuid not null references identity.account,
  proposed_at timestamptz not null,
  primary key (calendar, hijri_year, hijri_month)
);
create index proposed_month_author on plans.proposed_month (proposed_by);

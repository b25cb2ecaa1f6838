-- Checks of domains that owners ask for are limited by the hour (pages-18): since when they are counted, and how many.
alter table organizations.organization
  add column domain_checks_since timestamptz,
  add column domain_checks smallint not null default 0 check (domain_checks >= 0);

-- Domain checks that owners request are limited by the hour (pages-18): the start of the current one-hour window, and
-- the number of checks in it.
alter table organizations.organization
  add column domain_checks_since timestamptz,
  add column domain_checks smallint not null default 0 check (domain_checks >= 0);

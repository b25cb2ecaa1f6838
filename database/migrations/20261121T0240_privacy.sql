-- What somebody asked to have of everything we keep of them: made by a job, kept for a day after that (trust.md S14).
create schema privacy;

create table privacy.export (
  id         uuid primary key,
  account_id uuid not null references identity.account on delete cascade,
  locale     text not null,
  asked_at   timestamptz not null,
  made_at    timestamptz,
  json       bytea,
  csv        bytea,
  check ((made_at is null) = (json is null) and (made_at is null) = (csv is null))
);
create unique index export_under_way on privacy.export (account_id) where made_at is null;
create index export_account on privacy.export (account_id, asked_at desc);
alter table privacy.export alter column json set storage external, alter column csv set storage external;

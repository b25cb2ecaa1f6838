create schema receipts;

-- The last serial handed out, by issuer and year: serials are taken in batches under this row's lock, so they have no gap
-- and no gift waits for another (decisions.md 7).
create table receipts.counter (
  issuer_id   bigint not null references organizations.organization,
  tax_year    integer not null,
  last_serial bigint not null,
  primary key (issuer_id, tax_year)
);

create table receipts.receipt (
  id               uuid primary key,
  issuer_id        bigint not null references organizations.organization,
  tax_year         integer not null,
  serial           bigint not null,
  number           text not null unique,               -- as printed
  kind             text not null check (kind in ('official', 'plain')),
  intent_id        uuid not null,
  revision         smallint not null default 1,
  template_version text not null,
  locale           text not null,
  email            text,
  snapshot         jsonb not null,                     -- everything printed, as it was when issued
  issued_at        timestamptz not null,
  unique (issuer_id, tax_year, serial),
  unique (intent_id, issuer_id, revision)
);

create table receipts.line (
  receipt_id  uuid not null references receipts.receipt,
  donation_id uuid not null references giving.donation,
  revision    smallint not null default 1,
  primary key (donation_id, revision)
);
create index line_receipt on receipts.line (receipt_id);

create table receipts.void (
  receipt_id uuid primary key references receipts.receipt,
  reason     text not null,
  voided_at  timestamptz not null
);

create function receipts.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $$;
create trigger receipt_frozen before update or delete on receipts.receipt for each row execute function receipts.refuse_change();
create trigger line_frozen before update or delete on receipts.line for each row execute function receipts.refuse_change();
create trigger void_frozen before update or delete on receipts.void for each row execute function receipts.refuse_change();

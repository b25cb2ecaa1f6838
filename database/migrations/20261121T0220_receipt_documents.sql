-- A receipt as somebody keeps it: made once by a job, served from here. A void receipt has a copy of its own that says so (decisions.md 8).
create table receipts.document (
  receipt_id       uuid not null references receipts.receipt,
  format           text not null check (format in ('html', 'pdf')),
  is_void          boolean not null,
  bytes            bytea not null,
  sha256           bytea not null check (sha256 = pg_catalog.sha256(bytes)),
  template_version text not null,
  made_at          timestamptz not null,
  primary key (receipt_id, format, is_void)
);

-- What a donor gave in one tax year, frozen when they asked for it; asking again after another gift makes another (trust.md R38).
create table receipts.statement (
  id          uuid primary key,
  account_id  uuid not null references identity.account on delete cascade,
  regime      text not null check (regime in ('uk', 'us', 'ca', 'plain')),
  tax_year    integer not null,
  locale      text not null,
  fingerprint bytea not null,                          -- of the receipts it counts
  facts       jsonb not null,                          -- everything printed
  asked_at    timestamptz not null,
  unique (account_id, regime, tax_year, locale, fingerprint)
);

create index statement_asked on receipts.statement (asked_at);

create table receipts.statement_document (
  statement_id uuid not null references receipts.statement on delete cascade,
  format       text not null check (format in ('csv', 'pdf')),
  bytes        bytea not null,
  sha256       bytea not null check (sha256 = pg_catalog.sha256(bytes)),
  made_at      timestamptz not null,
  primary key (statement_id, format)
);

create trigger document_frozen before update or delete on receipts.document for each row execute function receipts.refuse_change();
create trigger document_no_truncate before truncate on receipts.document for each statement execute function receipts.refuse_change();

-- The public ledger: one file for each day (ledger-15), and the figures of the page /trust.
-- Locks: ledger.tx (writes, a moment)
create schema public_ledger;

-- Ledger transactions that are in no file yet. A trigger adds each in the transaction that posts it, so the next file
-- has it as soon as it is committed. There is no index, because publishing reads all rows.
create table public_ledger.unpublished (
  tx_id uuid not null
);

-- A published day. Each file follows one other, the first one none.
create table public_ledger.day (
  day          date primary key,
  file         bytea not null,
  head         bytea not null unique generated always as (sha256(file)) stored,
  head_before  bytea references public_ledger.day (head),
  row_count    integer not null check (row_count >= 0),
  published_at timestamptz not null,
  constraint day_follows_one unique nulls not distinct (head_before)
);

-- The file of each transaction. Without a foreign key, which would check each row of a day; check Q23 does.
create table public_ledger.published_tx (
  tx_id uuid primary key,
  day   date not null
);

-- The rows of all campaigns in one file, and those of one campaign in all files; minor units, positive for debits.
create table public_ledger.day_sum (
  day      date not null references public_ledger.day,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  account  text not null check (account in ('payable', 'zakat', 'reserve')),
  meaning  text not null check (meaning in ('gift', 'fee', 'payout', 'reserve', 'other')),
  amount   bigint not null,
  primary key (day, currency, account, meaning)
);
create table public_ledger.campaign_total (
  campaign_id bigint not null,
  currency    text not null check (currency ~ '^[A-Z]{3}$'),
  account     text not null check (account in ('payable', 'zakat', 'reserve')),
  meaning     text not null check (meaning in ('gift', 'fee', 'payout', 'reserve', 'other')),
  amount      bigint not null,
  primary key (campaign_id, currency, account, meaning)
);

create function public_ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% never changes', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger day_append_only before update or delete on public_ledger.day for each row execute function public_ledger.refuse_change();
create trigger day_no_truncate before truncate on public_ledger.day for each statement execute function public_ledger.refuse_change();
create trigger published_tx_append_only before update or delete on public_ledger.published_tx for each row execute function public_ledger.refuse_change();
create trigger published_tx_no_truncate before truncate on public_ledger.published_tx for each statement execute function public_ledger.refuse_change();

-- The figures of the page /trust, which a job computes every hour.
create schema figures;
create table figures.latest (
  is_only     boolean primary key default true check (is_only),
  computed_at timestamptz not null,
  figures     jsonb not null check (jsonb_typeof(figures) = 'object')
);

-- Last, because it waits for open postings and stops new ones until this migration ends.
-- It runs as the owner, so that the application can't add or leave out any.
create function public_ledger.add_unpublished() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public_ledger.unpublished (tx_id) select id from added;
  return null;
end $$;
create trigger tx_unpublished after insert on ledger.tx referencing new table as added for each statement execute function public_ledger.add_unpublished();

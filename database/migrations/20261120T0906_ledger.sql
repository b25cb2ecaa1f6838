-- Double entry. Positive amounts are debits, negative ones credits; every transaction sums to nothing in every currency.
create schema ledger;

create table ledger.tx (
  id             uuid primary key,
  source_type    text not null,
  source_id      uuid not null,
  event_type     text not null,
  occurred_at    timestamptz not null,
  reverses_tx_id uuid unique references ledger.tx,
  unique (source_type, source_id, event_type)
);

create table ledger.entry (
  tx_id      uuid not null references ledger.tx,
  line       smallint not null,
  account    text not null check (account in ('provider_clearing', 'bank', 'payout_in_transit', 'disputes_receivable', 'campaign_payable', 'campaign_reserve',
               'tip_revenue', 'platform_fee_revenue', 'processor_fee_expense', 'refund_loss', 'dispute_fee_expense', 'fx_clearing', 'fx_gain_loss', 'rounding',
               'suspense', 'offline_memo', 'gift_aid_memo')),
  subject_id bigint,                     -- the campaign of a campaign_… account
  meaning    text not null check (meaning in ('charge', 'gift', 'covered_fee', 'tip', 'processing_fee', 'settlement', 'refund', 'dispute', 'payout', 'memo')),
  currency   char(3) not null,
  amount     bigint not null check (amount <> 0),
  primary key (tx_id, line),
  check ((account in ('campaign_payable', 'campaign_reserve')) = (subject_id is not null))
);

-- Append-only, also for the owner: corrections are reversing transactions.
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger tx_append_only before update or delete on ledger.tx for each row execute function ledger.refuse_change();
create trigger entry_append_only before update or delete on ledger.entry for each row execute function ledger.refuse_change();
create trigger tx_no_truncate before truncate on ledger.tx for each statement execute function ledger.refuse_change();
create trigger entry_no_truncate before truncate on ledger.entry for each statement execute function ledger.refuse_change();

-- Entries arrive with their transaction or not at all, so nothing can be slipped into a closed one …
create function ledger.refuse_late_entries() returns trigger language plpgsql as $$
begin
  if exists (select from added join ledger.tx on tx.id = added.tx_id where tx.xmin::text <> (pg_current_xact_id()::text::bigint % 4294967296)::text) then
    raise exception 'ledger entries must be written with their transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger entry_with_tx after insert on ledger.entry referencing new table as added for each statement execute function ledger.refuse_late_entries();

-- … and at commit every transaction must balance. One check per transaction, not one per entry.
create function ledger.refuse_imbalance() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger.entry where tx_id = new.id) < 2
     or exists (select from ledger.entry where tx_id = new.id group by currency having sum(amount) <> 0) then
    raise exception 'ledger transaction % does not balance', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger tx_balances after insert on ledger.tx deferrable initially deferred for each row execute function ledger.refuse_imbalance();

-- Tables that grow with every gift grow by a tenth within seconds when there is a crowd, and each time their statistics are taken anew. What they hold is
-- keys, of which a small sample says all; of what is only ever read as a whole (JSON, letters) no statistics are used.
do $$
declare
  each record;
begin
  for each in
    select a.attrelid::regclass as of_table, a.attname as name, a.atttypid = 'jsonb'::regtype or a.attname in ('html', 'plain') as is_payload
    from pg_attribute a
    where a.attnum > 0 and not a.attisdropped and a.attrelid in (
      'payments.intent'::regclass, 'payments.attempt'::regclass, 'payments.webhook_event'::regclass, 'giving.donation'::regclass, 'ledger.tx'::regclass,
      'ledger.entry'::regclass, 'outbox.event'::regclass, 'receipts.receipt'::regclass, 'receipts.line'::regclass, 'notifications.mail'::regclass,
      'identity.guest'::regclass, 'campaigns.donor'::regclass, 'baskets.basket'::regclass)
  loop
    execute format('alter table %s alter column %I set statistics %s', each.of_table, each.name, case when each.is_payload then 0 else 20 end);
  end loop;
end $$;

-- That an entry's transaction exists is asked once for all entries of a statement, by the trigger that asks whether it is of this moment; transactions are
-- never deleted, so nothing else could leave an entry without one.
create or replace function ledger.refuse_late_entries() returns trigger language plpgsql as $$
begin
  if exists (select from added left join ledger.tx on tx.id = added.tx_id
             where tx.id is null or tx.xmin::text <> (pg_current_xact_id()::text::bigint % 4294967296)::text) then
    raise exception 'ledger entries must be written with their transaction' using errcode = 'check_violation';
  end if;
  return null;
end $$;
alter table ledger.entry drop constraint entry_tx_id_fkey;

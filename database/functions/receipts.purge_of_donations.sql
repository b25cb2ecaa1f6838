-- Purges the receipts of these donations, unless another donation on a receipt keeps it. Returns their number. Runs as
-- the owner, because the application role can't update receipts.
create or replace function receipts.purge_of_donations(gifts uuid[], at timestamptz)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  with purged as (
    update receipts.receipt r
    set
      purged_at = at,
      email = null,
      snapshot = jsonb_set(r.snapshot, '{donor}', '{"name": "", "address": null}')
    where r.purged_at is null
      and r.id in (
        select l.receipt_id
        from receipts.line l
        where l.donation_id = any(gifts)
      )
      and not exists (
        select
        from receipts.line l
        join giving.donation d on d.id = l.donation_id
        where l.receipt_id = r.id
          and d.purged_at is null
      )
    returning r.id
  )
  select array_agg(id) into ids
  from purged;

  delete from receipts.document
  where receipt_id = any(ids);

  return coalesce(cardinality(ids), 0);
end $$;

-- Marks an earlier donation as zakat. Returns false if it already was zakat. The caller checks that the change is
-- allowed. Runs as the owner, because the application role can't update donations.
create or replace function giving.mark_as_zakat(donation_id uuid, eligible bigint, eligible_bps integer)
returns boolean
language sql security definer set search_path = '' as $$
  with marked as (
    update giving.donation d
    set
      is_zakat = true,
      zakat_eligible = eligible,
      zakat_eligible_bps = nullif(eligible_bps, 10000)
    where d.id = donation_id
      and not d.is_zakat
    returning 1
  )
  select exists (select from marked)
$$;

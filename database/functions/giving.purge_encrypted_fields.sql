-- Purges encrypted fields of donations to campaigns that ended before a time; at most so many at once. Returns their
-- number.
create or replace function giving.purge_encrypted_fields(ended_before timestamptz, at_most integer)
returns integer
language sql security definer set search_path = '' as $$
  with due as (
    select d.id
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    where d.encrypted_fields is not null
      and case when c.status = 3 then least(c.ends_at, c.changed_at) else c.ends_at end < ended_before
    limit at_most
    for update of d skip locked
  ),
  purged as (
    update giving.donation d
    set encrypted_fields = null
    from due
    where d.id = due.id
    returning 1
  )
  select count(*)::integer
  from purged
$$;

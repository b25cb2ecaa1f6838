-- Copies the root's plans to the pages below it.
create or replace function supporter_pages.sync_plans(root bigint, below bigint[])
returns void
language sql as $$
  insert into plans.plan (
    id, type, programme, campaign_id, frequency, is_enabled, is_on_campaign_page, requests_phone, created_at, changed_at
  )
  select
    gen_random_uuid(), o.type, o.programme, b.id, o.frequency, o.is_enabled, o.is_on_campaign_page, false,
    o.changed_at, o.changed_at
  from plans.plan o
  cross join (
    select unnest(below) as id
    order by 1
  ) b
  where o.campaign_id = root
  on conflict (campaign_id, frequency) do update
  set
    is_enabled = excluded.is_enabled,
    is_on_campaign_page = excluded.is_on_campaign_page,
    changed_at = excluded.changed_at
$$;

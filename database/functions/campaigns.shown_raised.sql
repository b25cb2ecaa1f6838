-- Returns the total that a fundraiser's page shows, which includes supporters' pages (supporters-6), in minor units.
-- Search and lists sort by it.
create or replace function campaigns.shown_raised(shown_id bigint)
returns bigint
language sql stable parallel safe
begin atomic
  select coalesce(sum(t.raised), 0)::bigint
  from campaigns.total t
  where t.campaign_id in (
    select shown_id
    union all
    select c.id
    from campaigns.campaign c
    where c.parent_id = shown_id
    union all
    select s.id
    from campaigns.campaign m
    join campaigns.campaign s on s.parent_id = m.id
    where m.parent_id = shown_id
  );
end;

-- Returns the total that a campaign's page shows: its own donations and those of all pages below it, less refunds. Each
-- donor is counted once. Goals aren't added up.
create or replace function campaigns.shown_total(shown_id bigint)
returns table (raised bigint, donation_count bigint, donor_count bigint, last_donation_at timestamptz)
language sql stable parallel safe
begin atomic
  select
    sum(t.raised)::bigint,
    sum(t.donation_count)::bigint,
    case
      when count(*) < 2 then max(t.donor_count)
      else (
        select count(distinct d.donor_key)
        from campaigns.donor d
        where d.campaign_id = any(array_agg(t.campaign_id))
      )
    end,
    max(t.last_donation_at)
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

-- Copies the parent's settings to these pages: payment methods, frequencies, tips, tax relief, zakat and end date. A
-- page has the parent's status unless it is waiting, hidden or ended. A page that staff paused remains paused.
create or replace function supporter_pages.sync_from_parent(ids bigint[])
returns void
language plpgsql as $$
begin
  update campaigns.campaign c
  set
    status = f.status,
    status_before_pause = f.status_before_pause,
    ends_at = f.ends_at,
    minimum_donation = f.minimum_donation,
    category = f.category,
    location = f.location,
    country = f.country,
    zakat_verified = f.zakat_verified,
    zakat_until = f.zakat_until,
    zakat_categories = f.zakat_categories,
    zakat_schools = f.zakat_schools,
    zakat_eligible_bps = f.zakat_eligible_bps,
    gift_aid = f.gift_aid,
    tax_receipt_countries = f.tax_receipt_countries,
    tips_enabled = f.tips_enabled,
    listed = f.listed,
    frequencies = f.frequencies,
    payment_methods = f.payment_methods,
    tags = f.tags,
    changed_at = greatest(c.changed_at, f.changed_at)
  from (
    select
      k.id,
      case when k.paused_by_staff_at is not null then 2 else own.status end as status,
      case when k.paused_by_staff_at is not null then least(own.status, 2) end as status_before_pause,
      p.ends_at, p.minimum_donation, p.category, p.location, p.country, p.zakat_verified, p.zakat_until,
      p.zakat_categories, p.zakat_schools, p.zakat_eligible_bps, p.gift_aid, p.tax_receipt_countries, p.tips_enabled,
      p.listed, p.frequencies, p.payment_methods, p.tags, p.changed_at
    from supporter_pages.page g
    join campaigns.campaign k on k.id = g.campaign_id
    join campaigns.campaign p on p.id = k.parent_id
    -- The status that the page has by itself and its parent.
    cross join lateral (
      select case
        when g.state = 'waiting' then 0
        when g.state = 'hidden' then 2
        when g.state = 'ended' or p.archived_at is not null or p.status = 3 then 3
        when p.status = 1 then 1
        else 2
      end as status
    ) own
    where g.campaign_id = any(ids)
      and (k.paused_by_staff_at is null or own.status <> 0)
    order by k.id
  ) f
  where c.id = f.id
    -- Unchanged pages aren't written.
    and (
      c.status, c.status_before_pause, c.ends_at, c.minimum_donation, c.category, c.location, c.country,
      c.zakat_verified, c.zakat_until, c.zakat_categories, c.zakat_schools, c.zakat_eligible_bps, c.gift_aid,
      c.tax_receipt_countries, c.tips_enabled, c.listed, c.frequencies, c.payment_methods, c.tags
    ) is distinct from (
      f.status::smallint, f.status_before_pause::smallint, f.ends_at, f.minimum_donation, f.category, f.location,
      f.country, f.zakat_verified, f.zakat_until, f.zakat_categories, f.zakat_schools, f.zakat_eligible_bps, f.gift_aid,
      f.tax_receipt_countries, f.tips_enabled, f.listed, f.frequencies, f.payment_methods, f.tags
    );
end $$;

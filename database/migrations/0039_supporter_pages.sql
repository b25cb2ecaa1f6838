-- Supporters' pages below a fundraiser or hosted page (supporters-1 to supporters-8). Each page owns a campaign of kind
-- `team` or `supporter`, so donations, receipts and the ledger work the same as for a fundraiser.
alter table campaigns.campaign drop constraint campaign_kind_check;
alter table campaigns.campaign
  add constraint campaign_kind_check check (kind in ('fundraiser', 'general-fund', 'hosted-page', 'team', 'supporter')),
  add column parent_id            bigint,                          -- team: a fundraiser or hosted page; supporter's page: one of these, or a team
  add column parent_kind          text,
  add column takes_supporters     boolean not null default false,  -- whether supporters may open pages below it
  add column approves_supporters  boolean not null default true,   -- whether each page needs approval
  add column has_leaderboard      boolean not null default false,
  add constraint campaign_as_parent unique (id, kind, organization_id, currency),
  -- The charity and the currency must be those of the parent.
  add constraint campaign_parent foreign key (parent_id, parent_kind, organization_id, currency)
    references campaigns.campaign (id, kind, organization_id, currency),
  -- There are at most two levels: teams are below a fundraiser or hosted page, and only supporters' pages are below a
  -- team.
  add constraint campaign_depth check (case kind
    when 'team' then parent_id is not null and parent_kind is not null and parent_kind in ('fundraiser', 'hosted-page')
    when 'supporter' then parent_id is not null and parent_kind is not null and parent_kind in ('fundraiser', 'hosted-page', 'team')
    else parent_id is null and parent_kind is null end),
  add constraint supporters_below_public_pages check (not takes_supporters or kind in ('fundraiser', 'hosted-page'));
create index campaign_below on campaigns.campaign (parent_id, created_at desc, id desc) where parent_id is not null;

-- Returns the total that a campaign's page shows: its own donations and those of all pages below it, less refunds. Each
-- donor is counted once. Goals aren't added up.
create function campaigns.shown_total(shown_id bigint) returns table (raised bigint, donation_count bigint, donor_count bigint, last_donation_at timestamptz)
  language sql stable parallel safe
begin atomic
  select sum(t.raised)::bigint, sum(t.donation_count)::bigint,
    case when count(*) < 2 then max(t.donor_count)
      else (select count(distinct d.donor_key) from campaigns.donor d where d.campaign_id = any(array_agg(t.campaign_id))) end,
    max(t.last_donation_at)
  from campaigns.total t
  where t.campaign_id in (
    select shown_id
    union all select c.id from campaigns.campaign c where c.parent_id = shown_id
    union all select s.id from campaigns.campaign m join campaigns.campaign s on s.parent_id = m.id where m.parent_id = shown_id);
end;

create schema supporter_pages;

create table supporter_pages.page (
  id                uuid primary key,
  campaign_id       bigint not null unique references campaigns.campaign,
  root_id           bigint not null references campaigns.campaign,   -- the fundraiser or hosted page at the top
  account_id        uuid references identity.account,                -- null: erased
  state             text not null check (state in ('waiting', 'live', 'hidden', 'ended')),
  is_on_leaderboard boolean not null default false,                  -- whether the supporter agreed to be listed
  opened_at         timestamptz not null,
  changed_at        timestamptz not null
);
-- An account can have one page below a fundraiser or hosted page.
create unique index page_once_for_account on supporter_pages.page (root_id, account_id) where account_id is not null;
create index page_account on supporter_pages.page (account_id, opened_at desc) where account_id is not null;
create index page_waiting on supporter_pages.page (root_id, opened_at) where state = 'waiting';

-- Checks that the page's campaign is below its root.
create function supporter_pages.check_page() returns trigger language plpgsql as $$
begin
  if not exists (select from campaigns.campaign c join campaigns.campaign p on p.id = c.parent_id where c.id = new.campaign_id and new.root_id in (p.id, p.parent_id)
      and exists (select from campaigns.campaign r where r.id = new.root_id and r.parent_id is null)) then
    raise exception 'a supporter''s page owns a campaign below its root' using errcode = 'check_violation', constraint = 'page_below_its_root';
  end if;
  return new;
end $$;
create trigger page_below_its_root before insert or update of campaign_id, root_id on supporter_pages.page
  for each row execute function supporter_pages.check_page();

-- A page with donations can't change its parent, and no page can move to another root.
create function supporter_pages.check_move() returns trigger language plpgsql as $$
begin
  if exists (select from giving.donation d where d.campaign_id = new.id) then
    raise exception 'the parent of a page with donations is fixed' using errcode = 'check_violation', constraint = 'parent_fixed_by_donation';
  end if;
  if exists (select from supporter_pages.page g join campaigns.campaign p on p.id = new.parent_id where g.campaign_id = new.id and g.root_id not in (p.id, coalesce(p.parent_id, p.id))) then
    raise exception 'a supporter''s page stays below its root' using errcode = 'check_violation', constraint = 'page_below_its_root';
  end if;
  return new;
end $$;
create trigger parent_fixed before update of parent_id on campaigns.campaign
  for each row when (old.parent_id is distinct from new.parent_id) execute function supporter_pages.check_move();

-- Copies the parent's settings to these pages: payment methods, frequencies, tips, tax relief, zakat and end date. A
-- page has the parent's status unless it is waiting, hidden or ended. A page that staff paused remains paused.
create function supporter_pages.sync_from_parent(ids bigint[]) returns void language plpgsql as $$
begin
  update campaigns.campaign c set
    status = f.status, status_before_pause = f.status_before_pause, ends_at = f.ends_at, minimum_donation = f.minimum_donation, category = f.category, location = f.location, country = f.country,
    zakat_verified = f.zakat_verified, zakat_until = f.zakat_until, zakat_categories = f.zakat_categories, zakat_schools = f.zakat_schools,
    zakat_eligible_bps = f.zakat_eligible_bps, gift_aid = f.gift_aid, tax_receipt_countries = f.tax_receipt_countries, tips_enabled = f.tips_enabled,
    listed = f.listed, frequencies = f.frequencies, payment_methods = f.payment_methods, tags = f.tags, changed_at = greatest(c.changed_at, f.changed_at)
  from (
    select k.id, case when k.paused_by_staff_at is not null then 2 else own.status end as status, case when k.paused_by_staff_at is not null then least(own.status, 2) end as status_before_pause,
      p.ends_at, p.minimum_donation, p.category, p.location, p.country, p.zakat_verified, p.zakat_until, p.zakat_categories, p.zakat_schools, p.zakat_eligible_bps,
      p.gift_aid, p.tax_receipt_countries, p.tips_enabled, p.listed, p.frequencies, p.payment_methods, p.tags, p.changed_at
    from supporter_pages.page g join campaigns.campaign k on k.id = g.campaign_id join campaigns.campaign p on p.id = k.parent_id
      cross join lateral (select case g.state when 'waiting' then 0 when 'hidden' then 2 when 'ended' then 3
        else case when p.archived_at is not null or p.status = 3 then 3 when p.status = 1 then 1 else 2 end end as status) own
    where g.campaign_id = any(ids) and (k.paused_by_staff_at is null or own.status <> 0)
    order by k.id) f
  where c.id = f.id
    and (c.status, c.status_before_pause, c.ends_at, c.minimum_donation, c.category, c.location, c.country, c.zakat_verified, c.zakat_until, c.zakat_categories, c.zakat_schools,
      c.zakat_eligible_bps, c.gift_aid, c.tax_receipt_countries, c.tips_enabled, c.listed, c.frequencies, c.payment_methods, c.tags)
    is distinct from (f.status::smallint, f.status_before_pause::smallint, f.ends_at, f.minimum_donation, f.category, f.location, f.country, f.zakat_verified, f.zakat_until,
      f.zakat_categories, f.zakat_schools, f.zakat_eligible_bps, f.gift_aid, f.tax_receipt_countries, f.tips_enabled, f.listed, f.frequencies, f.payment_methods, f.tags);
end $$;

create function supporter_pages.parent_changed() returns trigger language plpgsql as $$
begin
  perform supporter_pages.sync_from_parent(array(select id from campaigns.campaign where parent_id = new.id));
  return null;
end $$;
create trigger pages_sync_from_parent after update on campaigns.campaign for each row
  when (new.kind in ('fundraiser', 'hosted-page', 'team')
    and (old.status, old.archived_at, old.ends_at, old.minimum_donation, old.category, old.location, old.country, old.zakat_verified, old.zakat_until, old.zakat_categories,
      old.zakat_schools, old.zakat_eligible_bps, old.gift_aid, old.tax_receipt_countries, old.tips_enabled, old.listed, old.frequencies, old.payment_methods, old.tags)
    is distinct from (new.status, new.archived_at, new.ends_at, new.minimum_donation, new.category, new.location, new.country, new.zakat_verified, new.zakat_until, new.zakat_categories,
      new.zakat_schools, new.zakat_eligible_bps, new.gift_aid, new.tax_receipt_countries, new.tips_enabled, new.listed, new.frequencies, new.payment_methods, new.tags))
  execute function supporter_pages.parent_changed();

create function supporter_pages.page_changed() returns trigger language plpgsql as $$
begin
  perform supporter_pages.sync_from_parent(array[new.campaign_id]);
  return null;
end $$;
create trigger page_syncs_from_parent after insert or update of state on supporter_pages.page
  for each row execute function supporter_pages.page_changed();

create function supporter_pages.campaign_changed() returns trigger language plpgsql as $$
begin
  perform supporter_pages.sync_from_parent(array[new.id]);
  return null;
end $$;
-- Runs after staff paused or resumed a page, or when it joined or left a team.
create trigger page_syncs_after_change after update of paused_by_staff_at, parent_id on campaigns.campaign for each row
  when (new.parent_id is not null and (old.paused_by_staff_at, old.parent_id) is distinct from (new.paused_by_staff_at, new.parent_id))
  execute function supporter_pages.campaign_changed();

-- Copies the root's plans to the pages below it.
create function supporter_pages.sync_plans(root bigint, below bigint[]) returns void language sql as $$
  insert into plans.plan (id, type, programme, campaign_id, frequency, is_enabled, is_on_campaign_page, requests_phone, created_at, changed_at)
  select gen_random_uuid(), o.type, o.programme, b.id, o.frequency, o.is_enabled, o.is_on_campaign_page, false, o.changed_at, o.changed_at
  from plans.plan o cross join (select unnest(below) as id order by 1) b where o.campaign_id = root
  on conflict (campaign_id, frequency) do update set is_enabled = excluded.is_enabled, is_on_campaign_page = excluded.is_on_campaign_page, changed_at = excluded.changed_at
$$;
create function supporter_pages.plan_changed() returns trigger language plpgsql as $$
begin
  perform supporter_pages.sync_plans(new.campaign_id, array(select campaign_id from supporter_pages.page where root_id = new.campaign_id));
  return null;
end $$;
create trigger pages_sync_plans after insert or update on plans.plan for each row
  when (new.campaign_id is not null) execute function supporter_pages.plan_changed();
create function supporter_pages.page_opened() returns trigger language plpgsql as $$
begin
  perform supporter_pages.sync_plans(new.root_id, array[new.campaign_id]);
  return null;
end $$;
create trigger page_syncs_plans after insert on supporter_pages.page for each row execute function supporter_pages.page_opened();

-- A charity's figures by day, rolled up from its donations, so that its home answers in milliseconds.
-- Locks: giving.donation (writes, some seconds per million rows), subscriptions.subscription (writes, some seconds per million rows), refunds.refund (writes, a moment)
create schema workspace;

-- What the donations of a day, less their refunds, add up to: in all, and by campaign, source and country.
create table workspace.day_total (
  organization_id bigint not null references organizations.organization,
  dimension       text   not null check (dimension in ('all', 'campaign', 'source', 'country')),
  day             date   not null,       -- of the donation, in the charity's time zone
  currency        text   not null check (currency ~ '^[A-Z]{3}$'),
  value           text   not null,       -- empty for 'all'; 'referral' or 'src:' and its name for a source
  gift            bigint not null,
  donations       bigint not null,       -- without those that were fully refunded
  zakat           bigint not null,       -- the zakat-eligible part of `gift`
  primary key (organization_id, dimension, day, currency, value)
);

-- The days on which a donor gave to a charity, each with the day before it.
create table workspace.donor_day (
  organization_id bigint not null references organizations.organization,
  donor_key       bytea  not null,
  day             date   not null,
  previous_on     date   check (previous_on < day),
  primary key (organization_id, donor_key, day)
);
-- A donor counts once in a period: on the day whose previous one is before the period.
create index donor_day_by_day on workspace.donor_day (organization_id, day) include (previous_on);
create index day_total_zakat on workspace.day_total (organization_id, value, day) where dimension = 'campaign' and zakat > 0;
alter table workspace.donor_day alter column donor_key set statistics 20;

-- Whether a donor gave on a day. It blocks donations while it is built, some seconds for a million donations.
create index donation_donor on giving.donation (donor_key, given_at);
-- The claims of levels of a campaign.
create index donation_level on giving.donation (campaign_id, level_id) where level_id is not null;
-- The plans of a campaign.
create index subscription_causes on subscriptions.subscription using gin (causes jsonb_path_ops);
-- Refunds of a period.
create index refund_settled on refunds.refund (settled_at) where state = 'succeeded';

-- The dimensions of a donation, one row each. An anonymous donor's country isn't shown, not even in a sum: with few
-- donations it would be known whose it is.
create function workspace.dimensions_of(d giving.donation) returns table (dimension text, value text) language sql immutable as $$
  values ('all', ''), ('campaign', d.campaign_id::text), ('country', case when d.is_anonymous then '' else coalesce(d.country::text, '') end),
    ('source', case when nullif(d.referred_donor, '') is not null then 'referral'
                    when nullif(d.source, '') is not null then 'src:' || d.source else '' end)
$$;

-- The days of donations by their donors, under their present key and former ones.
create function workspace.days_of(donation_ids uuid[], former_ids uuid[], former_keys bytea[])
returns table (organization_id bigint, donor_key bytea, day date, time_zone text) language sql stable as $$
  select distinct c.organization_id, k.donor_key, (d.given_at at time zone o.time_zone)::date, o.time_zone
  from (
    select d.id, d.donor_key from giving.donation d where d.id = any(donation_ids || former_ids)
    union
    select * from unnest(former_ids, former_keys)
  ) k(id, donor_key)
  join giving.donation d on d.id = k.id
  join campaigns.campaign c on c.id = d.campaign_id
  join organizations.organization o on o.id = c.organization_id
$$;

-- Counts donors again on the days of these donations. It compares the days with the donations, so it can be repeated.
create function workspace.count_donors(donation_ids uuid[], former_ids uuid[], former_keys bytea[]) returns void language plpgsql as $$
begin
  -- One transaction at a time links the days of a charity's donors.
  perform pg_advisory_xact_lock(hashtext('workspace.donor_day'), o.id) from (
    select distinct d.organization_id::integer as id from workspace.days_of(donation_ids, former_ids, former_keys) d order by 1) o;

  with counted as (
    select t.organization_id, t.donor_key, t.day, exists (
      select from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.donor_key = t.donor_key and d.given_at >= t.day::timestamp at time zone t.time_zone
        and d.given_at < (t.day + 1)::timestamp at time zone t.time_zone
        and c.organization_id = t.organization_id and r.is_fully_refunded is not true) as has_given
    from workspace.days_of(donation_ids, former_ids, former_keys) t
  ), removed as (
    delete from workspace.donor_day x using counted t
    where not t.has_given and x.organization_id = t.organization_id and x.donor_key = t.donor_key and x.day = t.day
  )
  insert into workspace.donor_day (organization_id, donor_key, day)
  select organization_id, donor_key, day from counted where has_given order by 1, 2, 3
  on conflict do nothing;

  -- A day that came or went changes its own previous day and that of the next one.
  with touched as (select organization_id, donor_key, day from workspace.days_of(donation_ids, former_ids, former_keys)),
  due as (
    select organization_id, donor_key, day from touched
    union
    select t.organization_id, t.donor_key, n.day from touched t cross join lateral (
      select x.day from workspace.donor_day x
      where x.organization_id = t.organization_id and x.donor_key = t.donor_key and x.day > t.day order by x.day limit 1) n
  ), linked as (
    select due.*, (
      select max(x.day) from workspace.donor_day x
      where x.organization_id = due.organization_id and x.donor_key = due.donor_key and x.day < due.day) as previous_on
    from due
  )
  update workspace.donor_day x set previous_on = l.previous_on from linked l
  where x.organization_id = l.organization_id and x.donor_key = l.donor_key and x.day = l.day
    and x.previous_on is distinct from l.previous_on;
end $$;

-- Computes all figures of one charity, or of all of them, from the donations. What is still in the outbox is left to it.
create function workspace.rebuild(only_organization bigint default null) returns void language plpgsql as $$
begin
  -- No batch of the outbox runs meanwhile (server/jobs/outbox.ts).
  perform pg_advisory_xact_lock(hashtext('outbox.event'));
  delete from workspace.day_total t where only_organization is null or t.organization_id = only_organization;
  delete from workspace.donor_day t where only_organization is null or t.organization_id = only_organization;

  with pending_refund as (
    select (l ->> 'donationId')::uuid as donation_id, sum(e.sign * (l ->> 'gift')::bigint)::bigint as gift,
      sum(e.sign * (l ->> 'turnsWhole')::boolean::integer) as donations, sum(e.sign * coalesce(r.zakat_eligible, 0))::bigint as zakat
    from (select payload, case kind when 'refund.succeeded' then 1 else -1 end as sign from outbox.event where kind in ('refund.succeeded', 'refund.failed')) e
    cross join lateral jsonb_array_elements(e.payload -> 'lines') l
    left join refunds.line r on r.refund_id = (e.payload ->> 'refundId')::uuid and r.donation_id = (l ->> 'donationId')::uuid
    group by 1
  ), net as (
    select d.id, c.organization_id, (d.given_at at time zone o.time_zone)::date as day,
      d.gift - coalesce(r.gift, 0) + coalesce(p.gift, 0) as gift,
      case when r.is_fully_refunded then 0 else 1 end + coalesce(p.donations, 0) as donations,
      case when exists (select from outbox.event e where e.kind = 'donation.marked-as-zakat' and e.payload ->> 'donationId' = d.id::text) then 0 else d.zakat_eligible end
        - coalesce(r.zakat_eligible, 0) + coalesce(p.zakat, 0) as zakat
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    left join giving.refunded_amount r on r.donation_id = d.id
    left join pending_refund p on p.donation_id = d.id
    where (only_organization is null or c.organization_id = only_organization)
      and not exists (select from outbox.event e where e.kind = 'donation.succeeded' and e.payload ->> 'intentId' = d.intent_id::text)
  )
  insert into workspace.day_total (organization_id, dimension, day, currency, value, gift, donations, zakat)
  select n.organization_id, x.dimension, n.day, d.currency, x.value, sum(n.gift), sum(n.donations), sum(n.zakat)
  from net n join giving.donation d on d.id = n.id cross join lateral workspace.dimensions_of(d) x
  group by 1, 2, 3, 4, 5;

  insert into workspace.donor_day (organization_id, donor_key, day, previous_on)
  select organization_id, donor_key, day, lag(day) over (partition by organization_id, donor_key order by day)
  from (
    select distinct c.organization_id, d.donor_key, (d.given_at at time zone o.time_zone)::date as day
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    left join giving.refunded_amount r on r.donation_id = d.id
    where r.is_fully_refunded is not true and (only_organization is null or c.organization_id = only_organization)
  ) days;
end $$;

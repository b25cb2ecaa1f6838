-- Search and lists sort a fundraiser by the total that its page shows, which includes supporters' pages (supporters-6).
create function campaigns.shown_raised(shown_id bigint) returns bigint language sql stable parallel safe
begin atomic
  select coalesce(sum(t.raised), 0)::bigint from campaigns.total t
  where t.campaign_id in (
    select shown_id
    union all select c.id from campaigns.campaign c where c.parent_id = shown_id
    union all select s.id from campaigns.campaign m join campaigns.campaign s on s.parent_id = m.id where m.parent_id = shown_id);
end;

create or replace function discovery.write_documents(ids bigint[]) returns void language plpgsql set search_path = '' as $$
begin
  delete from discovery.document d using campaigns.campaign c where d.campaign_id = any(ids) and c.id = d.campaign_id and c.status = 0;
  with texts as materialized (
    select c.id, case when c.kind = 'hosted-page' and c.listed then 'fundraiser' else c.kind end as kind, c.status, c.category, c.country, o.slug as charity, c.zakat_verified, c.gift_aid, c.featured_rank, c.tags, c.created_at, c.changed_at,
      array(select 'school:' || s from unnest(c.zakat_schools) s where c.zakat_verified)
        || array(select 'zakat:' || k from unnest(c.zakat_categories) k where c.zakat_verified) as zakat_facets,
      coalesce(c.ends_at, 'infinity') as ends_at, least(coalesce(t.raised, 0) * 100 / c.goal, 1000000)::integer as percent, c.goal,
      discovery.normalize(c.name) as title,
      discovery.normalize(concat_ws(' ', c.tagline, o.name, o.name_ar, array_to_string(c.tags, ' '), c.organizer_name)) as about,
      discovery.normalize(concat_ws(' ', c.category, cause.words, c.location, place.words)) as place,
      coalesce(discovery.normalize(regexp_replace(c.story, '<[^>]*>|&[a-z]+;', ' ', 'g')), '') as story
    from campaigns.campaign c
    join organizations.organization o on o.id = c.organization_id
    cross join lateral (select campaigns.shown_raised(c.id) as raised) t
    left join discovery.term cause on cause.kind = 'category' and cause.code = c.category
    left join discovery.term place on place.kind = 'country' and place.code = c.country
    where c.id = any(ids) and c.status <> 0
  ), heads as materialized (
    select x.*, setweight(to_tsvector('discovery.words', title), 'A') || setweight(to_tsvector('discovery.words', about), 'B')
      || setweight(to_tsvector('discovery.words', place), 'C') as head
    from texts x
  ), written as (
    insert into discovery.document as d (campaign_id, kind, status, category, country, charity, zakat_verified, gift_aid, featured_rank, tags, created_at,
      changed_at, ends_at, percent, facets, head)
    select id, kind, status, category, country, charity, zakat_verified, gift_aid, featured_rank, tags, created_at, changed_at, ends_at,
      case when goal is not null then percent end, array_remove(array['category:' || category, 'country:' || country, 'charity:' || charity,
        case when zakat_verified then 'zakat' end, case when gift_aid then 'gift-aid' end], null) || zakat_facets, head
    from heads order by id
    on conflict (campaign_id) do update set kind = excluded.kind, status = excluded.status, category = excluded.category, country = excluded.country,
      charity = excluded.charity, zakat_verified = excluded.zakat_verified, gift_aid = excluded.gift_aid, featured_rank = excluded.featured_rank,
      tags = excluded.tags, created_at = excluded.created_at, changed_at = excluded.changed_at, ends_at = excluded.ends_at, percent = excluded.percent,
      facets = excluded.facets, head = excluded.head
  ), new_words as (
    insert into discovery.word (word)
    select distinct w from heads, unnest(string_to_array(title || ' ' || about || ' ' || place, ' ')) w where w !~ '[0-9]' and length(w) between 3 and 30 order by 1
    on conflict do nothing
  )
  insert into discovery.story as s (campaign_id, words)
  select id, head || setweight(to_tsvector('discovery.words', story), 'D') from heads order by id
  on conflict (campaign_id) do update set words = excluded.words;
end $$;

-- Updates a document only when its percentage, rounded down, changes, and not with every donation. A donation also
-- counts for the campaigns above its own.
create or replace function discovery.totals_changed() returns trigger language plpgsql as $$
begin
  with counted as (
    select t.campaign_id as id from totals t
    union select c.parent_id from totals t join campaigns.campaign c on c.id = t.campaign_id where c.parent_id is not null
    union select p.parent_id from totals t join campaigns.campaign c on c.id = t.campaign_id join campaigns.campaign p on p.id = c.parent_id where p.parent_id is not null
  ), due as (
    select d.campaign_id, new_percent.percent
    from counted n join campaigns.campaign c on c.id = n.id join discovery.document d on d.campaign_id = c.id
      cross join lateral (select least(campaigns.shown_raised(c.id) * 100 / c.goal, 1000000)::integer as percent) new_percent
    where c.goal is not null and d.percent is distinct from new_percent.percent
    order by d.campaign_id for no key update of d)
  update discovery.document d set percent = due.percent from due where d.campaign_id = due.campaign_id;
  return null;
end $$;

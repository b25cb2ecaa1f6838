-- Writes the search documents of these campaigns. A draft and an unlisted page have none, so that no search, suggestion
-- or list can find them; supporters' pages of an unlisted page are unlisted with it.
create or replace function discovery.write_documents(ids bigint[])
returns void
language plpgsql set search_path = '' as $$
begin
  delete from discovery.document d
  using campaigns.campaign c
  where d.campaign_id = any(ids)
    and c.id = d.campaign_id
    and (c.status = 0 or not c.listed);

  -- Read what is searched, as normalized words.
  with texts as materialized (
    select
      c.id,
      case when c.kind = 'hosted-page' then 'fundraiser' else c.kind end as kind,
      c.status,
      c.category,
      c.country,
      o.slug as charity,
      c.zakat_verified,
      c.gift_aid,
      c.featured_rank,
      c.tags,
      c.created_at,
      c.changed_at,
      array(select 'school:' || s from unnest(c.zakat_schools) s where c.zakat_verified)
        || array(select 'zakat:' || k from unnest(c.zakat_categories) k where c.zakat_verified) as zakat_facets,
      coalesce(c.ends_at, 'infinity') as ends_at,
      least(coalesce(t.raised, 0) * 100 / c.goal, 1000000)::integer as percent,
      c.goal,
      discovery.normalize(c.name) as title,
      discovery.normalize(
        concat_ws(' ', c.tagline, o.name, o.name_ar, array_to_string(c.tags, ' '), c.organizer_name)
      ) as about,
      discovery.normalize(concat_ws(' ', c.category, cause.words, c.location, place.words)) as place,
      coalesce(discovery.normalize(regexp_replace(c.story, '<[^>]*>|&[a-z]+;', ' ', 'g')), '') as story
    from campaigns.campaign c
    join organizations.organization o on o.id = c.organization_id
    cross join lateral (
      select campaigns.shown_raised(c.id) as raised
    ) t
    left join discovery.term cause on cause.kind = 'category' and cause.code = c.category
    left join discovery.term place on place.kind = 'country' and place.code = c.country
    where c.id = any(ids)
      and c.status <> 0
      and c.listed
  ),
  -- Weigh the words: the title counts most, then the tagline and names, then place and cause.
  heads as materialized (
    select
      x.*,
      setweight(to_tsvector('discovery.words', title), 'A')
        || setweight(to_tsvector('discovery.words', about), 'B')
        || setweight(to_tsvector('discovery.words', place), 'C') as head
    from texts x
  ),
  written as (
    insert into discovery.document as d (
      campaign_id, kind, status, category, country, charity, zakat_verified, gift_aid, featured_rank, tags, created_at,
      changed_at, ends_at, percent, facets, head
    )
    select
      id, kind, status, category, country, charity, zakat_verified, gift_aid, featured_rank, tags, created_at,
      changed_at, ends_at,
      case when goal is not null then percent end,
      array_remove(
        array[
          'category:' || category,
          'country:' || country,
          'charity:' || charity,
          case when zakat_verified then 'zakat' end,
          case when gift_aid then 'gift-aid' end
        ],
        null
      ) || zakat_facets,
      head
    from heads
    order by id
    on conflict (campaign_id) do update
    set
      kind = excluded.kind,
      status = excluded.status,
      category = excluded.category,
      country = excluded.country,
      charity = excluded.charity,
      zakat_verified = excluded.zakat_verified,
      gift_aid = excluded.gift_aid,
      featured_rank = excluded.featured_rank,
      tags = excluded.tags,
      created_at = excluded.created_at,
      changed_at = excluded.changed_at,
      ends_at = excluded.ends_at,
      percent = excluded.percent,
      facets = excluded.facets,
      head = excluded.head
  ),
  -- Words of titles and places are suggested for misspelt ones.
  new_words as (
    insert into discovery.word (word)
    select distinct w
    from heads, unnest(string_to_array(title || ' ' || about || ' ' || place, ' ')) w
    where w !~ '[0-9]'
      and length(w) between 3 and 30
    order by 1
    on conflict do nothing
  )
  -- Stories are searched, too, with the least weight.
  insert into discovery.story as s (campaign_id, words)
  select id, head || setweight(to_tsvector('discovery.words', story), 'D')
  from heads
  order by id
  on conflict (campaign_id) do update
  set words = excluded.words;
end $$;

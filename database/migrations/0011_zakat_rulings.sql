-- The ruling for a zakat verification: who ruled and when, schools that accept it, conditions, eligible part of a
-- donation, and document. Earlier verifications have no ruling.
alter table moderation.zakat_verification
  add column ruled_by text,
  add column ruled_on date,
  add column schools text[] not null default '{}',
  add column conditions text not null default '',
  add column eligible_bps integer not null default 10000,
  add column document_url text,
  add column document_id uuid,
  add constraint zakat_verification_ruling check ((ruled_by is null) = (ruled_on is null)
    and length(ruled_by) between 1 and 120 and length(conditions) <= 1000 and document_url ~ '^https://'),
  add constraint zakat_verification_eligible_bps check (eligible_bps between 1 and 10000),
  add constraint zakat_verification_schools check (schools <@ array['hanafi', 'maliki', 'shafii', 'hanbali']);

-- When the ruling's evidence file is purged, the ruling remains without a document. Deferred, because the tables
-- reference each other and a restore inserts one of the rows first.
alter table moderation.zakat_verification
  add constraint zakat_verification_document_id_fkey foreign key (document_id) references moderation.evidence (id) on delete set null
  deferrable initially deferred;

alter table campaigns.campaign
  add column zakat_schools text[] not null default '{}',   -- the schools of law that accept zakat to it
  add constraint campaign_zakat_schools check (zakat_schools <@ array['hanafi', 'maliki', 'shafii', 'hanbali']);

-- Adds search facets for the schools that accept zakat to a fundraiser, and for its categories of zakat recipients.
create or replace function discovery.write_documents(ids bigint[]) returns void language plpgsql set search_path = '' as $$
begin
  delete from discovery.document d using campaigns.campaign c where d.campaign_id = any(ids) and c.id = d.campaign_id and c.status = 0;
  with texts as materialized (
    select c.id, c.kind, c.status, c.category, c.country, o.slug as charity, c.zakat_verified, c.gift_aid, c.featured_rank, c.tags, c.created_at, c.changed_at,
      array(select 'school:' || s from unnest(c.zakat_schools) s where c.zakat_verified)
        || array(select 'zakat:' || k from unnest(c.zakat_categories) k where c.zakat_verified) as zakat_facets,
      coalesce(c.ends_at, 'infinity') as ends_at, least(coalesce(t.raised, 0) * 100 / c.goal, 1000000)::integer as percent, c.goal,
      discovery.normalize(c.name) as title,
      discovery.normalize(concat_ws(' ', c.tagline, o.name, o.name_ar, array_to_string(c.tags, ' '), c.organizer_name)) as about,
      discovery.normalize(concat_ws(' ', c.category, cause.words, c.location, place.words)) as place,
      coalesce(discovery.normalize(regexp_replace(c.story, '<[^>]*>|&[a-z]+;', ' ', 'g')), '') as story
    from campaigns.campaign c
    join organizations.organization o on o.id = c.organization_id
    left join campaigns.total t on t.campaign_id = c.id
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

create or replace function discovery.campaigns_changed() returns trigger language plpgsql as $$
begin
  perform discovery.write_documents(array(
    select a.id from after a join before b on b.id = a.id
    where (a.organization_id, a.slug, a.kind, a.name, a.tagline, a.story, a.category, a.location, a.country, a.status, a.goal, a.ends_at, a.organizer_name,
        a.zakat_verified, a.zakat_schools, a.zakat_categories, a.gift_aid, a.tags, a.featured_rank)
      is distinct from (b.organization_id, b.slug, b.kind, b.name, b.tagline, b.story, b.category, b.location, b.country, b.status, b.goal, b.ends_at,
        b.organizer_name, b.zakat_verified, b.zakat_schools, b.zakat_categories, b.gift_aid, b.tags, b.featured_rank)));
  return null;
end $$;

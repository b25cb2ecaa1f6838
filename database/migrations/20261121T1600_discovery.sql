-- Fundraisers as they are searched, filtered and sorted: a document each, kept by triggers in the transaction that changes the fundraiser.
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
create schema discovery;

-- One way of writing for what is one word to a reader: no accents, no vowel marks or tatweel, one alef, one ya, one kaf, ta marbuta as ha,
-- hamza on its seat as the seat, European digits, small letters, no apostrophes, and a space for every other sign.
create function discovery.plain(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  regexp_replace(
    translate(
      lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC))),
      'أإآٱىئیؤةکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااااييييوهكك01234567890123456789'),
    '[\u064B-\u065F\u0670\u0640\u200B-\u200F''’‘ʼʿʾ`´]', '', 'g'),
  '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u2200-\u22FF\u2600-\u27BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u3000-\u303F]+', ' ', 'g'));

-- The words of a plain text: English ones by their stem and without stop words, Arabic ones without article and endings, others as they are.
create text search configuration discovery.words (copy = pg_catalog.arabic);
alter text search configuration discovery.words alter mapping for asciiword, asciihword, hword_asciipart with pg_catalog.english_stem;

-- What causes and countries are called by those who look for them, in English and Arabic.
create table discovery.term (
  kind  text not null check (kind in ('category', 'country')),
  code  text not null,
  words text not null,
  primary key (kind, code)
);
insert into discovery.term (kind, code, words) values
  ('category', 'water', 'water well wells pump drinking ماء مياه بئر آبار سقيا سقي'),
  ('category', 'food', 'food hunger hungry meal meals feed kitchen iftar طعام غذاء إطعام وجبات إفطار سلة غذائية'),
  ('category', 'mosque', 'mosque masjid prayer hall مسجد مساجد جامع مصلى'),
  ('category', 'community', 'community neighbourhood neighborhood مجتمع تنمية'),
  ('category', 'education', 'education school schools students learning teacher تعليم مدرسة مدارس طلاب دراسة'),
  ('category', 'women', 'women woman girls widows نساء امرأة بنات أرامل'),
  ('category', 'orphans', 'orphan orphans children sponsorship أيتام يتيم كفالة'),
  ('category', 'refugees', 'refugee refugees displaced newcomers لاجئ لاجئين لاجئون نازحين'),
  ('category', 'emergency', 'emergency relief disaster aid طوارئ إغاثة كوارث'),
  ('category', 'health', 'health medical medicine clinic hospital doctor صحة علاج طب عيادة مستشفى'),
  ('category', 'creative', 'creative art culture film book فن ثقافة إبداع كتاب'),
  ('category', 'qurbani', 'qurbani udhiya udhiyah sacrifice eid أضحية أضاحي قربان');

-- One for every fundraiser that is or was public; never for a draft.
create table discovery.document (
  campaign_id     bigint primary key references campaigns.campaign on delete cascade,
  kind            text not null,
  status          smallint not null check (status in (1, 2, 3)),
  category        text not null,
  country         char(2),
  charity         text not null,                        -- the organization's slug
  zakat_verified  boolean not null,
  gift_aid        boolean not null,
  featured_rank   smallint,
  tags            text[] not null,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  ends_at         timestamptz not null,                 -- infinity: open-ended
  percent         integer,                              -- whole percent of the goal; null: without a goal
  facets          text[] not null,                      -- what it is filtered by: category:…, country:…, charity:…, zakat, gift-aid
  head            tsvector not null                     -- title (A); tagline, charity, tags (B); cause, place (C)
);
alter table discovery.document alter column head set storage main;

-- All words, those of the story too: long rows, read through their index only, apart from the narrow ones that are counted and sorted. Kept in
-- place, so that the planner knows what reading them all would cost.
create table discovery.story (
  campaign_id bigint primary key references discovery.document on delete cascade,
  words       tsvector not null
);
alter table discovery.story alter column words set storage main;
create index document_newest on discovery.document (created_at desc, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_ending on discovery.document (ends_at, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_funded on discovery.document (percent desc nulls last, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_near_goal on discovery.document ((percent >= 100), percent desc nulls last, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_featured on discovery.document (featured_rank, created_at desc, campaign_id desc) where kind = 'fundraiser';
-- Looked at far more often than written: nothing may wait in a pending list.
create index document_country on discovery.document (country, created_at desc, campaign_id desc, ends_at) where status = 1 and kind = 'fundraiser';
create index document_category on discovery.document (category, created_at desc, campaign_id desc, ends_at) where status = 1 and kind = 'fundraiser';
create index document_charity on discovery.document (charity, created_at desc, campaign_id desc, ends_at) where status = 1 and kind = 'fundraiser';
-- Several filters at once, of which each alone has many.
create index document_facets on discovery.document using gin (facets) with (fastupdate = off) where status = 1 and kind = 'fundraiser';
create index document_head on discovery.document using gin (head) with (fastupdate = off);
create index story_words on discovery.story using gin (words) with (fastupdate = off);

-- True. Its price tells the planner what it does not count: looking for a word in rows costs far more than looking it up,
-- and to begin a second process more than either.
create function discovery.is_dear(tsvector) returns boolean language plpgsql immutable parallel unsafe cost 1000 as $$ begin return true; end $$;

-- Every word of a title, tagline, charity, cause or place, so that a misspelt one finds those that are near. Words are only added.
create table discovery.word (word text primary key);
create index word_near on discovery.word using gin (word public.gin_trgm_ops) with (fastupdate = off);

create function discovery.near_words(text) returns table (word text) language sql stable parallel safe
  set pg_trgm.similarity_threshold = 0.2
as $$
  select w.word from discovery.word w where w.word operator(public.%) $1 or w.word like $1 || '%'
  order by public.similarity(w.word, $1) desc, w.word limit 40
$$;

create function discovery.write_documents(ids bigint[]) returns void language plpgsql set search_path = '' as $$
begin
  delete from discovery.document d using campaigns.campaign c where d.campaign_id = any(ids) and c.id = d.campaign_id and c.status = 0;
  with texts as materialized (
    select c.id, c.kind, c.status, c.category, c.country, o.slug as charity, c.zakat_verified, c.gift_aid, c.featured_rank, c.tags, c.created_at, c.changed_at,
      coalesce(c.ends_at, 'infinity') as ends_at, least(coalesce(t.raised, 0) * 100 / c.goal, 1000000)::integer as percent, c.goal,
      discovery.plain(c.name) as title,
      discovery.plain(concat_ws(' ', c.tagline, o.name, o.name_ar, array_to_string(c.tags, ' '), c.organizer_name)) as about,
      discovery.plain(concat_ws(' ', c.category, cause.words, c.location, place.words)) as place,
      coalesce(discovery.plain(regexp_replace(c.story, '<[^>]*>|&[a-z]+;', ' ', 'g')), '') as story
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
        case when zakat_verified then 'zakat' end, case when gift_aid then 'gift-aid' end], null), head
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

create function discovery.campaigns_added() returns trigger language plpgsql as $$
begin
  perform discovery.write_documents(array(select id from added where status <> 0));
  return null;
end $$;
create trigger discovery_added after insert on campaigns.campaign referencing new table as added
  for each statement execute function discovery.campaigns_added();

create function discovery.campaigns_changed() returns trigger language plpgsql as $$
begin
  perform discovery.write_documents(array(
    select a.id from after a join before b on b.id = a.id
    where (a.organization_id, a.slug, a.kind, a.name, a.tagline, a.story, a.category, a.location, a.country, a.status, a.goal, a.ends_at, a.organizer_name,
        a.zakat_verified, a.gift_aid, a.tags, a.featured_rank)
      is distinct from (b.organization_id, b.slug, b.kind, b.name, b.tagline, b.story, b.category, b.location, b.country, b.status, b.goal, b.ends_at,
        b.organizer_name, b.zakat_verified, b.gift_aid, b.tags, b.featured_rank)));
  return null;
end $$;
create trigger discovery_changed after update on campaigns.campaign referencing old table as before new table as after
  for each statement execute function discovery.campaigns_changed();

create function discovery.organization_renamed() returns trigger language plpgsql as $$
begin
  perform discovery.write_documents(array(select id from campaigns.campaign where organization_id = new.id));
  return null;
end $$;
create trigger discovery_renamed after update of name, name_ar, slug on organizations.organization
  for each row when ((old.name, old.name_ar, old.slug) is distinct from (new.name, new.name_ar, new.slug)) execute function discovery.organization_renamed();

-- Gifts arrive by the thousand and the percent is whole: a document is written a hundred times in a fundraiser's life, not with every gift.
create function discovery.totals_changed() returns trigger language plpgsql as $$
begin
  with due as (
    select d.campaign_id, least(t.raised * 100 / c.goal, 1000000)::integer as percent
    from totals t join campaigns.campaign c on c.id = t.campaign_id join discovery.document d on d.campaign_id = c.id
    where c.goal is not null and d.percent is distinct from least(t.raised * 100 / c.goal, 1000000)::integer
    order by d.campaign_id for no key update of d)
  update discovery.document d set percent = due.percent from due where d.campaign_id = due.campaign_id;
  return null;
end $$;
create trigger discovery_total_added after insert on campaigns.total referencing new table as totals
  for each statement execute function discovery.totals_changed();
create trigger discovery_total_changed after update on campaigns.total referencing new table as totals
  for each statement execute function discovery.totals_changed();

-- Fundraisers that the operator put together, in their order: a list for a page of its own, or those of an event.
create table discovery.list (
  id         bigint generated always as identity primary key,
  title      text not null check (length(title) between 1 and 120),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create table discovery.list_item (
  list_id     bigint not null references discovery.list on delete cascade,
  campaign_id bigint not null references campaigns.campaign on delete cascade,
  position    smallint not null,
  primary key (list_id, campaign_id)
);
create table discovery.event (
  id         bigint generated always as identity primary key,
  slug       text not null unique,
  title      text not null check (length(title) between 1 and 120),
  title_ar   text,
  about      text not null default '',
  about_ar   text,
  starts_on  date not null,
  ends_on    date not null check (ends_on >= starts_on),
  list_id    bigint not null references discovery.list
);

-- Another picture or film for a fundraiser's card in one place of the site.
create table discovery.ad_variant (
  campaign_id   bigint not null references campaigns.campaign on delete cascade,
  ad_spot       text not null default 'general' check (ad_spot ~ '^[a-z0-9_-]{1,40}$'),
  position      smallint not null,
  creative_type text not null check (creative_type in ('image', 'video')),
  creative_url  text not null check (creative_url ~ '^(https://[^[:space:]]+|/(media|art)/[^[:space:]]+)$'),
  primary key (campaign_id, ad_spot, position)
);

-- Hosted pages: a charity's own branded page (pages-1 to pages-8). Each page owns a campaign of kind `hosted-page`, so
-- donations, receipts and the ledger work the same as for a fundraiser.
alter table campaigns.campaign drop constraint campaign_kind_check;
alter table campaigns.campaign
  add constraint campaign_kind_check check (kind in ('fundraiser', 'general-fund', 'hosted-page')),
  add column listed          boolean not null default true,   -- whether it is in search, lists and events
  add column frequencies     text[],                          -- allowed frequencies; null: those of the charity's plans
  add column payment_methods text[],                          -- null: all
  add constraint campaign_frequencies check (frequencies <@ array['onetime', 'day', 'week', 'month', 'year']),
  add constraint campaign_payment_methods check (payment_methods <@ array['card', 'applepay', 'googlepay']),
  add constraint hosted_page_in_charity_name check (kind <> 'hosted-page' or organizer_account_id is null),
  -- A published page offers at least one frequency and one payment method.
  add constraint hosted_page_takes_donations check (kind <> 'hosted-page' or status = 0
    or (coalesce(cardinality(frequencies), 0) > 0 and coalesce(cardinality(payment_methods), 0) > 0));
alter table campaigns.level
  add column frequency text check (frequency in ('onetime', 'day', 'week', 'month'));   -- null: any

create schema hosted_pages;

create table hosted_pages.page (
  id                    uuid primary key,
  organization_id       bigint not null references organizations.organization,
  campaign_id           bigint not null unique references campaigns.campaign,
  slug                  text not null check (slug ~ '^[a-z0-9-]{1,100}$'),   -- unique within the charity; the campaign's slug is unique across the platform
  draft                 jsonb not null,              -- the content that its members are editing
  version               integer not null check (version > 0),   -- version of the draft; increases with every change
  changed               jsonb not null,              -- field -> the version that changed it last, to merge concurrent edits
  published_version     integer,                     -- the published version; null: never published
  published_at          timestamptz,                 -- when it was first published
  review_requested_at   timestamptz,                 -- when its review was requested; it waits for the verification of its charity
  archived_at           timestamptz,
  created_by_account_id uuid references identity.account,
  request_key           text,                        -- idempotency key of the request that created it
  request_hash          text,
  saves_minute          timestamptz,                 -- the minute in which `saves` are counted
  saves                 smallint not null default 0,
  created_at            timestamptz not null,
  changed_at            timestamptz not null,
  constraint page_published_whole check ((published_version is null) = (published_at is null)),
  constraint page_not_in_review_and_public check (review_requested_at is null or published_version is null),
  constraint archived_page_was_public check (archived_at is null or published_version is not null),
  constraint page_request_whole check ((request_key is null) = (request_hash is null))
);
create unique index page_request on hosted_pages.page (request_key) where request_key is not null;
create index page_organization on hosted_pages.page (organization_id, changed_at desc, id desc);
create index page_in_review on hosted_pages.page (organization_id) where review_requested_at is not null;
create index page_account on hosted_pages.page (created_by_account_id) where created_by_account_id is not null;

-- Every current or formerly public slug of a charity's pages. Another page can't use it.
create table hosted_pages.slug (
  organization_id bigint not null references organizations.organization,
  slug_key        text not null,                     -- normalized: slugs that differ only in repeated hyphens are equal
  slug            text not null,
  page_id         uuid not null references hosted_pages.page on delete cascade deferrable initially deferred,
  primary key (organization_id, slug_key)
);
create index slug_page on hosted_pages.slug (page_id);

-- Published versions of a page. The newest 50 are retained.
create table hosted_pages.version (
  page_id                 uuid not null references hosted_pages.page on delete cascade,
  number                  integer not null check (number > 0),
  content                 jsonb not null,
  published_at            timestamptz not null,
  published_by_account_id uuid references identity.account,
  primary key (page_id, number)
);
create index version_account on hosted_pages.version (published_by_account_id) where published_by_account_id is not null;
alter table hosted_pages.page add constraint page_published_version
  foreign key (id, published_version) references hosted_pages.version (page_id, number) deferrable initially deferred;

-- A giving level of a page. Its row in campaigns is added when it is first published.
create table hosted_pages.level (
  id       uuid primary key,
  page_id  uuid not null references hosted_pages.page on delete cascade,
  level_id bigint unique references campaigns.level
);
create index level_page on hosted_pages.level (page_id);

-- Checks that the page's campaign belongs to the same charity and is a hosted page.
create function hosted_pages.check_campaign() returns trigger language plpgsql as $$
begin
  if not exists (select from campaigns.campaign c where c.id = new.campaign_id and c.organization_id = new.organization_id and c.kind = 'hosted-page') then
    raise exception 'a hosted page owns a campaign of its own charity' using errcode = 'check_violation', constraint = 'page_owns_its_campaign';
  end if;
  return new;
end $$;
create trigger page_owns_its_campaign before insert or update of campaign_id, organization_id on hosted_pages.page
  for each row execute function hosted_pages.check_campaign();

-- A listed page is in search as a fundraiser. An unlisted page has the kind `hosted-page`, which no list includes.
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
        a.zakat_verified, a.zakat_schools, a.zakat_categories, a.gift_aid, a.tags, a.featured_rank, a.listed)
      is distinct from (b.organization_id, b.slug, b.kind, b.name, b.tagline, b.story, b.category, b.location, b.country, b.status, b.goal, b.ends_at,
        b.organizer_name, b.zakat_verified, b.zakat_schools, b.zakat_categories, b.gift_aid, b.tags, b.featured_rank, b.listed)));
  return null;
end $$;

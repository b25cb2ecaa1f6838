-- Causes: organizations, campaigns, search and lists (discovery), and the Giving List (favourites).

-- Organizations: the charities behind campaigns; they issue the receipts.
create schema organizations;

create table organizations.organization (
  id                 bigint generated always as identity primary key,
  slug               text not null unique,
  name               text not null,
  name_ar            text,
  about              text not null default '',
  country            char(2) not null,
  time_zone          text not null,      -- IANA name, used for end dates and tax years
  website            text,
  email              text not null,
  postal_address     text not null,      -- as registered; printed on receipts
  registration       text not null,      -- as printed, such as "Charity no. 1098765", "EIN 12-3456789" or "BN 123456789RR0001"
  receipt_regime     text not null check (receipt_regime in ('uk', 'us', 'ca', 'plain')),
  receipt_signatory  text,               -- name of the person who signs receipts; required in Canada
  verified_at        timestamptz,        -- when the charity was last verified
  created_at         timestamptz not null,
  verification_state text not null default 'none' check (verification_state in ('none', 'requested', 'verified', 'rejected')),
  verified_until     timestamptz,        -- the verification is expired after this time; no job changes the state
  constraint verified_until_of_verified check (verification_state <> 'verified' or (verified_at is not null and verified_until is not null))
);

-- Staff of a charity.
create table organizations.member (
  organization_id bigint not null references organizations.organization,
  account_id      uuid not null references identity.account,
  role            text not null check (role in ('owner', 'admin', 'finance', 'editor')),
  added_at        timestamptz not null,
  primary key (organization_id, account_id)
);
create index member_account on organizations.member (account_id);

-- A warning email that a verification expires soon. The key ensures that each is sent once.
create table organizations.expiry_warning (
  organization_id bigint not null references organizations.organization (id),
  verified_until  timestamptz not null,
  days_before     int not null check (days_before in (30, 7, 0)),
  sent_at         timestamptz not null,
  primary key (organization_id, verified_until, days_before)
);

-- An uploaded picture, which counts towards the charity's upload limit.
create table organizations.picture (
  picture_id      uuid primary key references media.picture on delete cascade,
  organization_id bigint not null references organizations.organization,
  uploaded_at     timestamptz not null
);
create index picture_organization on organizations.picture (organization_id, uploaded_at);

-- SQL version of the rules in organizations/rules/verification.ts.
create function organizations.can_receive_donations(state text, verified_until timestamptz, at timestamptz) returns boolean
  language sql immutable parallel safe return state = 'verified' and verified_until > at;
-- Recurring donations are charged for 30 more days (720 hours) after the verification expires.
create function organizations.can_collect_plans(state text, verified_until timestamptz, at timestamptz) returns boolean
  language sql immutable parallel safe return state in ('verified', 'requested') and coalesce(verified_until + interval '720 hours' > at, false);

-- Campaigns: fundraisers and general funds, their giving levels, teams and news.
create schema campaigns;

create table campaigns.campaign (
  id                    bigint generated always as identity primary key,
  organization_id       bigint not null references organizations.organization,
  slug                  text not null unique,           -- unique across campaigns and organizations, except that a general fund has its organization's slug
  kind                  text not null default 'fundraiser' check (kind in ('fundraiser', 'general-fund')),
  name                  text not null,
  tagline               text not null default '',
  story                 text not null default '',       -- sanitized HTML, see rich-text.ts
  language              text not null default 'en',
  category              text not null,
  location              text not null default '',
  country               char(2),                        -- where the donations are used
  status                smallint not null check (status in (0, 1, 2, 3)),   -- 0 draft, 1 active, 2 paused, 3 closed
  currency              char(3) not null,
  goal                  bigint check (goal > 0),        -- minor units
  ends_at               timestamptz,                    -- 23:59:59 in the organization's time zone; null: open-ended
  minimum_donation      bigint check (minimum_donation > 0),
  organizer_name        text not null,
  organizer_account_id  uuid references identity.account,
  zakat_verified        boolean not null default false,
  gift_aid              boolean not null default false,
  tax_receipt_countries text[] not null default '{}' check (tax_receipt_countries <@ array['US', 'CA']),
  tips_enabled          boolean not null default true,
  tags                  text[] not null default '{}',
  featured_rank         smallint,                       -- ascending order in the ad spot "general"; null: not featured
  created_at            timestamptz not null,
  changed_at            timestamptz not null,
  zakat_categories      text[] not null default '{}',   -- the categories of Qur'an 9:60 that a reviewer confirmed
  cover_id              uuid references media.picture,
  cover_alt             text not null default '',
  zakat_requested       boolean not null default false, -- the organizer requests zakat verification; a reviewer decides
  paused_by_staff_at    timestamptz,                    -- paused by staff; only staff can resume it
  status_before_pause   smallint check (status_before_pause in (1, 2)),   -- the status before staff paused it
  zakat_until           timestamptz,                    -- when the zakat verification expires; null: none
  constraint campaign_zakat_categories
    check (zakat_categories <@ array['poor', 'needy', 'collectors', 'hearts', 'bondage', 'debt', 'cause', 'travellers']),
  constraint zakat_until_of_verified check (zakat_until is null or zakat_verified),
  constraint fund_never_closed check (kind <> 'general-fund' or status <> 3)
);
create index campaign_featured on campaigns.campaign (featured_rank) where featured_rank is not null and status = 1;
create index campaign_listed on campaigns.campaign (created_at desc, id desc) where status = 1 and kind = 'fundraiser';
create index campaign_listed_by_country on campaigns.campaign (country, created_at desc, id desc) where status = 1 and kind = 'fundraiser';
create index campaign_organization on campaigns.campaign (organization_id);
-- For lists of similar fundraisers: same charity, and same cause.
create index campaign_of_charity on campaigns.campaign (organization_id, created_at desc, id desc) where status = 1 and kind = 'fundraiser';
create index campaign_of_cause on campaigns.campaign (category, created_at desc, id desc) where status = 1 and kind = 'fundraiser';
-- Finds slugs that differ only in repeated hyphens. Two such slugs are too similar to be allowed.
create index campaign_slug_normalized on campaigns.campaign (regexp_replace(slug, '-+', '-', 'g'));

-- A giving level: a suggested amount with a description and, if limited, a quantity. A deleted level remains as a row
-- with status 9.
create table campaigns.level (
  id                        bigint generated always as identity primary key,
  campaign_id               bigint not null references campaigns.campaign,
  position                  smallint not null,
  title                     text not null,
  description               text not null default '',
  amount                    bigint not null check (amount > 0),   -- minor units of the campaign's currency
  claim_limit               integer not null default 0,           -- 0 or less: unlimited
  claimed                   integer not null default 0 check (claimed >= 0),
  reserved                  integer not null default 0 check (reserved >= 0),
  flags                     integer not null default 0,           -- bit 8: hidden
  status                    smallint not null default 1 check (status in (1, 9)),   -- 9: deleted
  benefit_value             bigint not null default 0 check (benefit_value >= 0),
  include_note              boolean not null default false,
  require_note              boolean not null default false,
  note_description          text not null default '',
  include_email             boolean not null default false,
  require_email             boolean not null default false,
  email_description         text not null default '',
  require_shipping          boolean not null default false,
  require_emergency_contact boolean not null default false,
  require_medical           boolean not null default false,
  version                   integer not null default 0,           -- increases with every edit, to detect concurrent edits
  idempotency_key           text,                                 -- idempotency key of the request that created it
  constraint level_not_oversold check (claim_limit <= 0 or claimed + reserved <= claim_limit)
);
create index level_campaign on campaigns.level (campaign_id, position);
create unique index level_request on campaigns.level (campaign_id, idempotency_key) where idempotency_key is not null;

-- A reservation of a limited giving level during the payment. It isn't released while a payment attempt is in progress.
create table campaigns.level_claim (
  intent_id   uuid not null,             -- the payment, or the subscription that started with the level and has no donation yet
  level_id    bigint not null references campaigns.level,
  quantity    integer not null check (quantity > 0),
  state       text not null check (state in ('reserved', 'claimed', 'released')),
  reserved_at timestamptz not null,
  primary key (intent_id, level_id)
);
create index level_claim_reserved on campaigns.level_claim (reserved_at) where state = 'reserved';

-- Totals by campaign, updated from the outbox in batches, so that donations don't lock the campaign's row.
create table campaigns.total (
  campaign_id      bigint primary key references campaigns.campaign,
  raised           bigint not null default 0,
  donation_count   bigint not null default 0,
  donor_count      bigint not null default 0,
  last_donation_at timestamptz
);

-- Distinct donors of a campaign, for its donor count.
create table campaigns.donor (
  campaign_id bigint not null references campaigns.campaign,
  donor_key   bytea not null,
  primary key (campaign_id, donor_key)
);
-- Lower statistics targets, as in 0001_platform.sql.
alter table campaigns.donor alter column campaign_id set statistics 20, alter column donor_key set statistics 20;

-- The people who run a fundraiser.
create table campaigns.team_member (
  campaign_id bigint not null references campaigns.campaign,
  account_id  uuid not null references identity.account,
  role        text not null check (role in ('organizer', 'editor', 'viewer')),
  public_name text not null default '',  -- shown on the page; empty: not shown
  public_role text not null default '',  -- free text, such as "Treasurer"
  position    smallint not null default 0,
  added_at    timestamptz not null,
  primary key (campaign_id, account_id)
);
create index team_member_account on campaigns.team_member (account_id);

-- An update that an organizer sends to a fundraiser's donors.
create table campaigns.news (
  id              uuid primary key,
  campaign_id     bigint not null references campaigns.campaign,
  author_id       uuid references identity.account,
  title           text not null check (length(title) between 1 and 120),
  body            text not null,            -- sanitized HTML, see rich-text.ts
  published_at    timestamptz not null,
  changed_at      timestamptz,
  idempotency_key text                      -- idempotency key of the request that created it
);
create index news_campaign on campaigns.news (campaign_id, published_at desc, id desc);
create unique index news_request on campaigns.news (campaign_id, idempotency_key) where idempotency_key is not null;

-- Page views by UTC day. Robots and repeated views within an hour aren't counted.
create table campaigns.view_count (
  campaign_id bigint not null references campaigns.campaign,
  day         date not null,
  views       bigint not null check (views > 0),
  primary key (campaign_id, day)
);

-- Returns the error code if a payment to these campaigns is refused at this time, or null if it is accepted.
-- `payments.claim_payments` calls it, so that a process with outdated data can't accept a donation to a paused campaign
-- or an unverified charity.
create function campaigns.donation_refusal(campaign_ids bigint[], is_plan boolean, at timestamptz) returns text
  language sql stable parallel safe
  begin atomic
    select reason from (
      select case
          when c.id is null or c.status <> 1 or c.ends_at <= donation_refusal.at then 'campaign-closed'
          when not case when is_plan then organizations.can_collect_plans(o.verification_state, o.verified_until, donation_refusal.at)
            else organizations.can_receive_donations(o.verification_state, o.verified_until, donation_refusal.at) end then 'charity-not-verified'
        end as reason
      from unnest(campaign_ids) wanted(id)
      left join campaigns.campaign c on c.id = wanted.id
      left join organizations.organization o on o.id = c.organization_id) refused
    where reason is not null order by reason limit 1;
  end;

-- Discovery: search, filters and lists. Triggers update a campaign's search document in the same transaction as the
-- campaign.
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
create schema discovery;

-- Normalizes text for comparison: lower case; no accents, Arabic vowel marks, tatweel or apostrophes; one form of alef,
-- ya, kaf and ta marbuta; hamza replaced by its carrier letter; European digits; a space instead of all other
-- characters.
create function discovery.plain(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  regexp_replace(
    translate(
      lower(public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC))),
      'أإآٱىئیؤةکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااااييي' || 'وهكك' || '01234567890123456789'),
    '[\u064B-\u065F\u0670\u0640\u200B-\u200F''’‘ʼʿʾ`´]', '', 'g'),
  '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u2200-\u22FF\u2600-\u27BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u3000-\u303F]+', ' ', 'g'));

-- Stems English words and drops English stop words; strips Arabic articles and endings. Other words don't change.
create text search configuration discovery.words (copy = pg_catalog.arabic);
alter text search configuration discovery.words alter mapping for asciiword, asciihword, hword_asciipart with pg_catalog.english_stem;

-- Search terms for causes and countries in English and Arabic. Their rows are in 0007_search_terms.sql.
create table discovery.term (
  kind  text not null check (kind in ('category', 'country')),
  code  text not null,
  words text not null,
  primary key (kind, code)
);

-- The search document of a campaign that is or was public; drafts have none.
create table discovery.document (
  campaign_id    bigint primary key references campaigns.campaign on delete cascade,
  kind           text not null,
  status         smallint not null check (status in (1, 2, 3)),
  category       text not null,
  country        char(2),
  charity        text not null,          -- the organization's slug
  zakat_verified boolean not null,
  gift_aid       boolean not null,
  featured_rank  smallint,
  tags           text[] not null,
  created_at     timestamptz not null,
  changed_at     timestamptz not null,
  ends_at        timestamptz not null,   -- infinity: open-ended
  percent        integer,                -- of the goal, rounded down; null: no goal
  facets         text[] not null,        -- filter values: category:…, country:…, charity:…, zakat, gift-aid
  head           tsvector not null       -- weight A: title; B: tagline, charity, tags; C: cause, place
);
alter table discovery.document alter column head set storage main;

create index document_newest on discovery.document (created_at desc, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_ending on discovery.document (ends_at, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_funded on discovery.document (percent desc nulls last, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_near_goal on discovery.document ((percent >= 100), percent desc nulls last, campaign_id desc) where status = 1 and kind = 'fundraiser';
create index document_featured on discovery.document (featured_rank, created_at desc, campaign_id desc) where kind = 'fundraiser';
-- For the home page, which lists charities by their general funds.
create index document_funds on discovery.document (featured_rank, campaign_id) where status = 1 and kind = 'general-fund';
create index document_country on discovery.document (country, created_at desc, campaign_id desc, ends_at) where status = 1 and kind = 'fundraiser';
create index document_category on discovery.document (category, created_at desc, campaign_id desc, ends_at) where status = 1 and kind = 'fundraiser';
create index document_charity on discovery.document (charity, created_at desc, campaign_id desc, ends_at) where status = 1 and kind = 'fundraiser';
-- For combined filters. `fastupdate` is off, because these indexes are read far more often than written.
create index document_facets on discovery.document using gin (facets) with (fastupdate = off) where status = 1 and kind = 'fundraiser';
create index document_head on discovery.document using gin (head) with (fastupdate = off);

-- All search words of a campaign, including its story (weight D). These long rows have their own table, so that
-- documents are quick to count and sort. Storage `main` avoids TOAST, so that the planner knows the cost of reading the
-- rows.
create table discovery.story (
  campaign_id bigint primary key references discovery.document on delete cascade,
  words       tsvector not null
);
alter table discovery.story alter column words set storage main;
create index story_words on discovery.story using gin (words) with (fastupdate = off);

-- Every word in titles, taglines, charities, causes and places, for spelling suggestions. Words are never deleted.
create table discovery.word (word text primary key);
create index word_trigrams on discovery.word using gin (word public.gin_trgm_ops) with (fastupdate = off);

-- Always returns true. Its high cost makes the planner prefer the GIN index to testing every row, and `parallel unsafe`
-- prevents parallel workers.
create function discovery.is_expensive(tsvector) returns boolean language plpgsql immutable parallel unsafe cost 1000 as $$ begin return true; end $$;

-- Returns words that are similar to a misspelt one.
create function discovery.similar_words(text) returns table (word text) language sql stable parallel safe
  set pg_trgm.similarity_threshold = 0.2
as $$
  select w.word from discovery.word w where w.word operator(public.%) $1 or w.word like $1 || '%'
  order by public.similarity(w.word, $1) desc, w.word limit 40
$$;

-- Updates the search documents of these campaigns, and deletes those of drafts.
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

-- Updates a document only when its percentage, rounded down, changes, and not with every donation.
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

-- An ordered list of fundraisers that the operator chose, for an event or its own page.
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

-- A page that lists fundraisers for a limited time.
create table discovery.event (
  id        bigint generated always as identity primary key,
  slug      text not null unique,
  title     text not null check (length(title) between 1 and 120),
  title_ar  text,
  about     text not null default '',
  about_ar  text,
  starts_on date not null,
  ends_on   date not null,
  list_id   bigint not null references discovery.list,
  constraint event_ends_after_start check (ends_on >= starts_on)
);

-- An alternative picture or video for a fundraiser's card in one ad spot.
create table discovery.ad_variant (
  campaign_id   bigint not null references campaigns.campaign on delete cascade,
  ad_spot       text not null default 'general' check (ad_spot ~ '^[a-z0-9_-]{1,40}$'),
  position      smallint not null,
  creative_type text not null check (creative_type in ('image', 'video')),
  creative_url  text not null check (creative_url ~ '^(https://[^[:space:]]+|/(media|art)/[^[:space:]]+)$'),
  primary key (campaign_id, ad_spot, position)
);

-- The order of campaigns in an ad spot. Ad spots without rows, and "general", use campaigns.campaign.featured_rank.
create table discovery.featured (
  ad_spot     text not null check (ad_spot ~ '^[a-z0-9_-]{1,40}$' and ad_spot <> 'general'),
  kind        text not null check (kind in ('fundraiser', 'general-fund')),
  campaign_id bigint not null references campaigns.campaign on delete cascade,
  position    smallint not null check (position >= 0),
  primary key (ad_spot, campaign_id),
  unique (ad_spot, kind, position)
);
create index featured_campaign on discovery.featured (campaign_id);

-- Favourites: an account's Giving List.
create schema favourites;

create table favourites.favourite (
  account_id  uuid not null references identity.account on delete cascade,
  campaign_id bigint not null,           -- no foreign key, which would lock the campaign's row; campaigns are never deleted (grants.sql)
  added_at    timestamptz not null,
  primary key (account_id, campaign_id)
);
create index favourite_newest on favourites.favourite (account_id, added_at desc, campaign_id desc);

-- Generated from the migrations by `npx node scripts/schema.ts`, to read and to compare; not to run.

create extension pg_trgm with schema public;
create extension unaccent with schema public;

create schema addresses;
grant usage on schema addresses to sunbul_app;

create table addresses.address (
  id uuid not null,
  account_id uuid not null,
  label text not null default ''::text,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  name text not null default ''::text,
  line1 text not null,
  line_key text not null,
  line2 text not null default ''::text,
  city text not null,
  state text not null default ''::text,
  postal_code text not null default ''::text,
  country text not null,
  phone text not null default ''::text,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  place_key text not null default ''::text,
  constraint address_pkey PRIMARY KEY (id),
  constraint address_account_id_id_key UNIQUE (account_id, id),
  constraint address_account_id_line_key_place_key_key UNIQUE (account_id, line_key, place_key),
  constraint address_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint address_city_check CHECK (length(city) >= 1 AND length(city) <= 100),
  constraint address_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint address_first_name_check CHECK (length(first_name) <= 60),
  constraint address_label_check CHECK (length(label) <= 60),
  constraint address_last_name_check CHECK (length(last_name) <= 60),
  constraint address_line1_check CHECK (length(line1) >= 1 AND length(line1) <= 200),
  constraint address_line2_check CHECK (length(line2) <= 200),
  constraint address_name_check CHECK (length(name) <= 120),
  constraint address_phone_check CHECK (length(phone) <= 32),
  constraint address_postal_code_check CHECK (length(postal_code) <= 20),
  constraint address_state_check CHECK (length(state) <= 100)
);
grant delete, insert, select, update on addresses.address to sunbul_app;

create table addresses.default_address (
  account_id uuid not null,
  kind text not null,
  address_id uuid not null,
  constraint default_address_pkey PRIMARY KEY (account_id, kind),
  constraint default_address_account_id_address_id_fkey FOREIGN KEY (account_id, address_id) REFERENCES addresses.address(account_id, id) ON DELETE CASCADE,
  constraint default_address_kind_check CHECK (kind = ANY (ARRAY['shipping'::text, 'billing'::text, 'tax'::text]))
);
grant delete, insert, select, update on addresses.default_address to sunbul_app;
CREATE INDEX default_address_address ON addresses.default_address USING btree (account_id, address_id);

create schema audit;
grant usage on schema audit to sunbul_app;

create table audit.checkpoint (
  id bigint not null generated always as identity,
  first_entry bigint not null,
  last_entry bigint not null,
  entries bigint not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  constraint checkpoint_pkey PRIMARY KEY (id),
  constraint checkpoint_has_range CHECK (last_entry >= first_entry)
);
grant insert, select on audit.checkpoint to sunbul_app;
CREATE UNIQUE INDEX checkpoint_first_entry ON audit.checkpoint USING btree (first_entry);
CREATE TRIGGER checkpoint_append_only BEFORE DELETE OR UPDATE ON audit.checkpoint FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER checkpoint_no_truncate BEFORE TRUNCATE ON audit.checkpoint FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

create table audit.entry (
  id bigint not null generated always as identity,
  happened_at timestamp with time zone not null,
  actor_kind text not null,
  actor_id text,
  act text not null,
  object text not null,
  ip text,
  details jsonb not null default '{}'::jsonb,
  constraint entry_pkey PRIMARY KEY (id),
  constraint entry_act_check CHECK (act ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$'::text),
  constraint entry_actor_kind_check CHECK (actor_kind = ANY (ARRAY['account'::text, 'guest'::text, 'visitor'::text, 'system'::text])),
  constraint entry_details_check CHECK (jsonb_typeof(details) = 'object'::text),
  constraint known_actor_has_id CHECK ((actor_kind = ANY (ARRAY['account'::text, 'guest'::text])) = (actor_id IS NOT NULL))
);
grant insert, select on audit.entry to sunbul_app;
CREATE INDEX entry_actor ON audit.entry USING btree (actor_id, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX entry_object ON audit.entry USING btree (object, id DESC);
CREATE TRIGGER entry_append_only BEFORE DELETE OR UPDATE ON audit.entry FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON audit.entry FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();

CREATE OR REPLACE FUNCTION audit.hash_of(previous bytea, first_id bigint, last_id bigint)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET "TimeZone" TO 'UTC'
AS $function$
  select sha256(
    coalesce(previous, ''::bytea)
    || coalesce(
      string_agg(
        sha256(
          convert_to(
            jsonb_build_array(
              e.id, e.happened_at, e.actor_kind, e.actor_id, e.act, e.object, e.ip, e.details
            )::text,
            'UTF8'
          )
        ),
        ''::bytea
        order by e.id
      ),
      ''::bytea
    )
  )
  from audit.entry e
  where e.id between first_id and last_id
$function$;

CREATE OR REPLACE FUNCTION audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $function$;

create schema baskets;
grant usage on schema baskets to sunbul_app;

create table baskets.basket (
  id uuid not null,
  account_id uuid,
  status text not null,
  version integer not null default 1,
  currency text not null,
  tip bigint not null default 0,
  is_anonymous boolean not null default false,
  display_name text not null default ''::text,
  display_place text not null default ''::text,
  payment_method_id text,
  newsletter boolean not null default false,
  lines jsonb not null default '[]'::jsonb,
  merged_into uuid,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  checkouts integer not null default 0,
  changed_on date generated always as ((changed_at AT TIME ZONE 'UTC'::text)::date) stored,
  is_purged boolean not null default false,
  is_currency_chosen boolean not null default false,
  constraint basket_pkey PRIMARY KEY (id),
  constraint basket_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint basket_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES baskets.basket(id),
  constraint basket_checkouts_check CHECK (checkouts >= 0),
  constraint basket_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint basket_display_name_check CHECK (length(display_name) <= 80),
  constraint basket_display_place_check CHECK (length(display_place) <= 80),
  constraint basket_lines_check CHECK (jsonb_typeof(lines) = 'array'::text),
  constraint basket_status_check CHECK (status = ANY (ARRAY['active'::text, 'abandoned'::text, 'checked-out'::text, 'expired'::text])),
  constraint basket_tip_check CHECK (tip >= 0),
  constraint basket_version_check CHECK (version > 0)
) with (fillfactor=50);
-- statistics 0: lines
-- statistics 20: id, account_id, status, version, currency, tip, is_anonymous, display_name, display_place, payment_method_id, newsletter, merged_into, created_at, changed_at, checkouts, changed_on, is_purged, is_currency_chosen
grant delete, insert, select, update on baskets.basket to sunbul_app;
CREATE INDEX basket_idle ON baskets.basket USING btree (changed_on) WHERE status = ANY (ARRAY['active'::text, 'abandoned'::text]);
CREATE INDEX basket_of_account ON baskets.basket USING btree (account_id, created_at DESC, id DESC) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX basket_one_active ON baskets.basket USING btree (account_id) WHERE status = 'active'::text AND account_id IS NOT NULL;
CREATE INDEX basket_with_guest_data ON baskets.basket USING btree (changed_on) WHERE account_id IS NULL AND (status = ANY (ARRAY['expired'::text, 'checked-out'::text])) AND NOT is_purged;

create table baskets.request_key (
  basket_id uuid not null,
  key text not null,
  request_hash text not null,
  line_id uuid not null,
  requested_at timestamp with time zone not null,
  constraint request_key_pkey PRIMARY KEY (basket_id, key),
  constraint request_key_basket_id_fkey FOREIGN KEY (basket_id) REFERENCES baskets.basket(id) ON DELETE CASCADE
);
grant delete, insert, select, update on baskets.request_key to sunbul_app;
CREATE INDEX request_key_age ON baskets.request_key USING btree (requested_at);

create schema campaigns;
grant usage on schema campaigns to sunbul_app;

create table campaigns.campaign (
  id bigint not null generated always as identity,
  organization_id bigint not null,
  slug text not null,
  kind text not null default 'fundraiser'::text,
  name text not null,
  tagline text not null default ''::text,
  story text not null default ''::text,
  language text not null default 'en'::text,
  category text not null,
  location text not null default ''::text,
  country character(2),
  status smallint not null,
  currency character(3) not null,
  goal bigint,
  ends_at timestamp with time zone,
  minimum_donation bigint,
  organizer_name text not null,
  organizer_account_id uuid,
  zakat_verified boolean not null default false,
  gift_aid boolean not null default false,
  tax_receipt_countries text[] not null default '{}'::text[],
  tips_enabled boolean not null default true,
  tags text[] not null default '{}'::text[],
  featured_rank smallint,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  zakat_categories text[] not null default '{}'::text[],
  cover_id uuid,
  cover_alt text not null default ''::text,
  zakat_requested boolean not null default false,
  paused_by_staff_at timestamp with time zone,
  status_before_pause smallint,
  zakat_until timestamp with time zone,
  zakat_eligible_bps integer not null default 10000,
  zakat_schools text[] not null default '{}'::text[],
  listed boolean not null default true,
  frequencies text[],
  payment_methods text[],
  archived_at timestamp with time zone,
  parent_id bigint,
  parent_kind text,
  takes_supporters boolean not null default false,
  approves_supporters boolean not null default true,
  has_leaderboard boolean not null default false,
  impacts jsonb not null default '[]'::jsonb,
  constraint campaign_pkey PRIMARY KEY (id),
  constraint campaign_as_parent UNIQUE (id, kind, organization_id, currency),
  constraint campaign_slug_key UNIQUE (slug),
  constraint campaign_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES media.picture(id),
  constraint campaign_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint campaign_organizer_account_id_fkey FOREIGN KEY (organizer_account_id) REFERENCES identity.account(id),
  constraint campaign_parent FOREIGN KEY (parent_id, parent_kind, organization_id, currency) REFERENCES campaigns.campaign(id, kind, organization_id, currency),
  constraint archived_hosted_page CHECK (archived_at IS NULL OR kind = 'hosted-page'::text AND status <> 0),
  constraint campaign_depth CHECK (
CASE kind
    WHEN 'team'::text THEN parent_id IS NOT NULL AND parent_kind IS NOT NULL AND (parent_kind = ANY (ARRAY['fundraiser'::text, 'hosted-page'::text]))
    WHEN 'supporter'::text THEN parent_id IS NOT NULL AND parent_kind IS NOT NULL AND (parent_kind = ANY (ARRAY['fundraiser'::text, 'hosted-page'::text, 'team'::text]))
    ELSE parent_id IS NULL AND parent_kind IS NULL
END),
  constraint campaign_frequencies CHECK (frequencies <@ ARRAY['onetime'::text, 'day'::text, 'week'::text, 'month'::text, 'year'::text]),
  constraint campaign_goal_check CHECK (goal > 0),
  constraint campaign_impacts_check CHECK (
CASE
    WHEN jsonb_typeof(impacts) = 'array'::text THEN jsonb_array_length(impacts) <= 3
    ELSE false
END),
  constraint campaign_kind_check CHECK (kind = ANY (ARRAY['fundraiser'::text, 'general-fund'::text, 'hosted-page'::text, 'team'::text, 'supporter'::text])),
  constraint campaign_minimum_donation_check CHECK (minimum_donation > 0),
  constraint campaign_payment_methods CHECK (payment_methods <@ ARRAY['card'::text, 'applepay'::text, 'googlepay'::text]),
  constraint campaign_status_before_pause_check CHECK (status_before_pause = ANY (ARRAY[1, 2])),
  constraint campaign_status_check CHECK (status = ANY (ARRAY[0, 1, 2, 3])),
  constraint campaign_tax_receipt_countries_check CHECK (tax_receipt_countries <@ ARRAY['US'::text, 'CA'::text]),
  constraint campaign_zakat_categories CHECK (zakat_categories <@ ARRAY['poor'::text, 'needy'::text, 'collectors'::text, 'hearts'::text, 'bondage'::text, 'debt'::text, 'cause'::text, 'travellers'::text]),
  constraint campaign_zakat_schools CHECK (zakat_schools <@ ARRAY['hanafi'::text, 'maliki'::text, 'shafii'::text, 'hanbali'::text]),
  constraint fund_never_closed CHECK (kind <> 'general-fund'::text OR status <> 3),
  constraint hosted_page_in_charity_name CHECK (kind <> 'hosted-page'::text OR organizer_account_id IS NULL),
  constraint hosted_page_takes_donations CHECK (kind <> 'hosted-page'::text OR status = 0 OR COALESCE(cardinality(frequencies), 0) > 0 AND COALESCE(cardinality(payment_methods), 0) > 0),
  constraint supporters_below_public_pages CHECK (NOT takes_supporters OR (kind = ANY (ARRAY['fundraiser'::text, 'hosted-page'::text]))),
  constraint zakat_eligible_bps_in_range CHECK (zakat_eligible_bps >= 1 AND zakat_eligible_bps <= 10000),
  constraint zakat_until_of_verified CHECK (zakat_until IS NULL OR zakat_verified)
);
grant insert, select, update on campaigns.campaign to sunbul_app;
CREATE INDEX campaign_below ON campaigns.campaign USING btree (parent_id, created_at DESC, id DESC) WHERE parent_id IS NOT NULL;
CREATE INDEX campaign_featured ON campaigns.campaign USING btree (featured_rank) WHERE featured_rank IS NOT NULL AND status = 1;
CREATE INDEX campaign_listed ON campaigns.campaign USING btree (created_at DESC, id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX campaign_listed_by_country ON campaigns.campaign USING btree (country, created_at DESC, id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX campaign_of_cause ON campaigns.campaign USING btree (category, created_at DESC, id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX campaign_of_charity ON campaigns.campaign USING btree (organization_id, created_at DESC, id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX campaign_organization ON campaigns.campaign USING btree (organization_id);
CREATE INDEX campaign_slug_normalized ON campaigns.campaign USING btree (regexp_replace(slug, '-+'::text, '-'::text, 'g'::text));
CREATE TRIGGER campaign_of_page_changed AFTER UPDATE OF slug, name, status, goal, currency, ends_at, archived_at ON campaigns.campaign FOR EACH ROW WHEN (new.kind = 'hosted-page'::text) EXECUTE FUNCTION change_feed.note_page_of();
CREATE TRIGGER discovery_added AFTER INSERT ON campaigns.campaign REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION discovery.campaigns_added();
CREATE TRIGGER discovery_changed AFTER UPDATE ON campaigns.campaign REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION discovery.campaigns_changed();
CREATE TRIGGER page_syncs_after_change AFTER UPDATE OF paused_by_staff_at, parent_id ON campaigns.campaign FOR EACH ROW WHEN (new.parent_id IS NOT NULL AND (old.paused_by_staff_at IS DISTINCT FROM new.paused_by_staff_at OR old.parent_id IS DISTINCT FROM new.parent_id)) EXECUTE FUNCTION supporter_pages.campaign_changed();
CREATE TRIGGER pages_sync_from_parent AFTER UPDATE ON campaigns.campaign FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['fundraiser'::text, 'hosted-page'::text, 'team'::text])) AND (old.status IS DISTINCT FROM new.status OR old.archived_at IS DISTINCT FROM new.archived_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.minimum_donation IS DISTINCT FROM new.minimum_donation OR old.category IS DISTINCT FROM new.category OR old.location IS DISTINCT FROM new.location OR old.country IS DISTINCT FROM new.country OR old.zakat_verified IS DISTINCT FROM new.zakat_verified OR old.zakat_until IS DISTINCT FROM new.zakat_until OR old.zakat_categories IS DISTINCT FROM new.zakat_categories OR old.zakat_schools IS DISTINCT FROM new.zakat_schools OR old.zakat_eligible_bps IS DISTINCT FROM new.zakat_eligible_bps OR old.gift_aid IS DISTINCT FROM new.gift_aid OR old.tax_receipt_countries IS DISTINCT FROM new.tax_receipt_countries OR old.tips_enabled IS DISTINCT FROM new.tips_enabled OR old.listed IS DISTINCT FROM new.listed OR old.frequencies IS DISTINCT FROM new.frequencies OR old.payment_methods IS DISTINCT FROM new.payment_methods OR old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION supporter_pages.parent_changed();
CREATE TRIGGER parent_fixed BEFORE UPDATE OF parent_id ON campaigns.campaign FOR EACH ROW WHEN (old.parent_id IS DISTINCT FROM new.parent_id) EXECUTE FUNCTION supporter_pages.check_move();

create table campaigns.donor (
  campaign_id bigint not null,
  donor_key bytea not null,
  constraint donor_pkey PRIMARY KEY (campaign_id, donor_key),
  constraint donor_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id)
);
-- statistics 20: campaign_id, donor_key
grant delete, insert, select, update on campaigns.donor to sunbul_app;

create table campaigns.gallery_picture (
  campaign_id bigint not null,
  "position" smallint not null,
  picture_id uuid not null,
  alt text not null default ''::text,
  focus_x smallint not null default 50,
  focus_y smallint not null default 50,
  constraint gallery_picture_pkey PRIMARY KEY (campaign_id, "position"),
  constraint gallery_picture_picture_id_campaign_id_key UNIQUE (picture_id, campaign_id),
  constraint gallery_picture_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id) ON DELETE CASCADE,
  constraint gallery_picture_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES media.picture(id),
  constraint gallery_picture_alt_check CHECK (length(alt) <= 400),
  constraint gallery_picture_focus_x_check CHECK (focus_x >= 0 AND focus_x <= 100),
  constraint gallery_picture_focus_y_check CHECK (focus_y >= 0 AND focus_y <= 100),
  constraint gallery_picture_position_check CHECK ("position" >= 1 AND "position" <= 8)
);
grant delete, insert, select, update on campaigns.gallery_picture to sunbul_app;

create table campaigns.level (
  id bigint not null generated always as identity,
  campaign_id bigint not null,
  "position" smallint not null,
  title text not null,
  description text not null default ''::text,
  amount bigint not null,
  claim_limit integer not null default 0,
  claimed integer not null default 0,
  reserved integer not null default 0,
  flags integer not null default 0,
  status smallint not null default 1,
  benefit_value bigint not null default 0,
  include_note boolean not null default false,
  require_note boolean not null default false,
  note_description text not null default ''::text,
  include_email boolean not null default false,
  require_email boolean not null default false,
  email_description text not null default ''::text,
  require_shipping boolean not null default false,
  require_emergency_contact boolean not null default false,
  require_medical boolean not null default false,
  version integer not null default 0,
  idempotency_key text,
  kind text not null default 'level'::text,
  bundle_size smallint,
  bundle_amount bigint,
  shares smallint,
  frequency text,
  constraint level_pkey PRIMARY KEY (id),
  constraint level_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint bundle_is_whole CHECK ((bundle_size IS NULL) = (bundle_amount IS NULL)),
  constraint level_amount_check CHECK (amount > 0),
  constraint level_benefit_value_check CHECK (benefit_value >= 0),
  constraint level_bundle_amount_check CHECK (bundle_amount > 0),
  constraint level_bundle_size_check CHECK (bundle_size >= 2 AND bundle_size <= 1000),
  constraint level_claimed_check CHECK (claimed >= 0),
  constraint level_frequency_check CHECK (frequency = ANY (ARRAY['onetime'::text, 'day'::text, 'week'::text, 'month'::text])),
  constraint level_kind_check CHECK (kind = ANY (ARRAY['level'::text, 'qurbani'::text])),
  constraint level_not_oversold CHECK (claim_limit <= 0 OR (claimed + reserved) <= claim_limit),
  constraint level_reserved_check CHECK (reserved >= 0),
  constraint level_shares_check CHECK (shares >= 1 AND shares <= 7),
  constraint level_status_check CHECK (status = ANY (ARRAY[1, 9])),
  constraint qurbani_has_shares CHECK ((kind = 'qurbani'::text) = (shares IS NOT NULL))
);
grant insert, select, update on campaigns.level to sunbul_app;
CREATE INDEX level_campaign ON campaigns.level USING btree (campaign_id, "position");
CREATE UNIQUE INDEX level_request ON campaigns.level USING btree (campaign_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

create table campaigns.level_claim (
  intent_id uuid not null,
  level_id bigint not null,
  quantity integer not null,
  state text not null,
  reserved_at timestamp with time zone not null,
  constraint level_claim_pkey PRIMARY KEY (intent_id, level_id),
  constraint level_claim_level_id_fkey FOREIGN KEY (level_id) REFERENCES campaigns.level(id),
  constraint level_claim_quantity_check CHECK (quantity > 0),
  constraint level_claim_state_check CHECK (state = ANY (ARRAY['reserved'::text, 'claimed'::text, 'released'::text]))
);
grant delete, insert, select, update on campaigns.level_claim to sunbul_app;
CREATE INDEX level_claim_reserved ON campaigns.level_claim USING btree (reserved_at) WHERE state = 'reserved'::text;
CREATE INDEX level_claim_reserved_of_level ON campaigns.level_claim USING btree (level_id) WHERE state = 'reserved'::text;

create table campaigns.news (
  id uuid not null,
  campaign_id bigint not null,
  author_id uuid,
  title text not null,
  body text not null,
  published_at timestamp with time zone not null,
  changed_at timestamp with time zone,
  idempotency_key text,
  constraint news_pkey PRIMARY KEY (id),
  constraint news_author_id_fkey FOREIGN KEY (author_id) REFERENCES identity.account(id),
  constraint news_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint news_title_check CHECK (length(title) >= 1 AND length(title) <= 120)
);
grant delete, insert, select, update on campaigns.news to sunbul_app;
CREATE INDEX news_campaign ON campaigns.news USING btree (campaign_id, published_at DESC, id DESC);
CREATE UNIQUE INDEX news_request ON campaigns.news USING btree (campaign_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

create table campaigns.team_member (
  campaign_id bigint not null,
  account_id uuid not null,
  role text not null,
  public_name text not null default ''::text,
  public_role text not null default ''::text,
  "position" smallint not null default 0,
  added_at timestamp with time zone not null,
  constraint team_member_pkey PRIMARY KEY (campaign_id, account_id),
  constraint team_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint team_member_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint team_member_role_check CHECK (role = ANY (ARRAY['organizer'::text, 'editor'::text, 'viewer'::text]))
);
grant delete, insert, select, update on campaigns.team_member to sunbul_app;
CREATE INDEX team_member_account ON campaigns.team_member USING btree (account_id);

create table campaigns.total (
  campaign_id bigint not null,
  raised bigint not null default 0,
  donation_count bigint not null default 0,
  donor_count bigint not null default 0,
  last_donation_at timestamp with time zone,
  constraint total_pkey PRIMARY KEY (campaign_id),
  constraint total_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id)
);
grant delete, insert, select, update on campaigns.total to sunbul_app;
CREATE TRIGGER discovery_total_added AFTER INSERT ON campaigns.total REFERENCING NEW TABLE AS totals FOR EACH STATEMENT EXECUTE FUNCTION discovery.totals_changed();
CREATE TRIGGER discovery_total_changed AFTER UPDATE ON campaigns.total REFERENCING NEW TABLE AS totals FOR EACH STATEMENT EXECUTE FUNCTION discovery.totals_changed();

create table campaigns.view_count (
  campaign_id bigint not null,
  day date not null,
  views bigint not null,
  constraint view_count_pkey PRIMARY KEY (campaign_id, day),
  constraint view_count_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint view_count_views_check CHECK (views > 0)
);
grant delete, insert, select, update on campaigns.view_count to sunbul_app;

create table campaigns.view_source (
  campaign_id bigint not null,
  day date not null,
  source text not null,
  device text not null,
  views bigint not null,
  constraint view_source_pkey PRIMARY KEY (campaign_id, day, source, device),
  constraint view_source_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint view_source_device_check CHECK (device = ANY (ARRAY['phone'::text, 'tablet'::text, 'computer'::text])),
  constraint view_source_source_check CHECK (length(source) >= 1 AND length(source) <= 40),
  constraint view_source_views_check CHECK (views > 0)
);
grant delete, insert, select, update on campaigns.view_source to sunbul_app;

CREATE OR REPLACE FUNCTION campaigns.donation_refusal(campaign_ids bigint[], is_plan boolean, at timestamp with time zone)
 RETURNS TABLE(reason text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT min(
         CASE
             WHEN ((c.id IS NULL) OR (c.status <> 1) OR (c.ends_at <= donation_refusal.at)) THEN 'campaign-closed'::text
             WHEN (NOT
             CASE
                 WHEN donation_refusal.is_plan THEN organizations.can_collect_plans(o.verification_state, o.verified_until, donation_refusal.at)
                 ELSE organizations.can_receive_donations(o.verification_state, o.verified_until, donation_refusal.at)
             END) THEN 'charity-not-verified'::text
             ELSE NULL::text
         END) AS min
    FROM ((unnest(donation_refusal.campaign_ids) wanted(id)
      LEFT JOIN campaigns.campaign c ON ((c.id = wanted.id)))
      LEFT JOIN organizations.organization o ON ((o.id = c.organization_id)));
END;

CREATE OR REPLACE FUNCTION campaigns.shown_raised(shown_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (COALESCE(sum(t.raised), (0)::numeric))::bigint AS "coalesce"
    FROM campaigns.total t
   WHERE (t.campaign_id IN ( SELECT shown_raised.shown_id AS shown_id
         UNION ALL
          SELECT c.id
            FROM campaigns.campaign c
           WHERE (c.parent_id = shown_raised.shown_id)
         UNION ALL
          SELECT s.id
            FROM (campaigns.campaign m
              JOIN campaigns.campaign s ON ((s.parent_id = m.id)))
           WHERE (m.parent_id = shown_raised.shown_id)));
END;

CREATE OR REPLACE FUNCTION campaigns.shown_total(shown_id bigint)
 RETURNS TABLE(raised bigint, donation_count bigint, donor_count bigint, last_donation_at timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT (sum(t.raised))::bigint AS sum,
     (sum(t.donation_count))::bigint AS sum,
         CASE
             WHEN (count(*) < 2) THEN max(t.donor_count)
             ELSE ( SELECT count(DISTINCT d.donor_key) AS count
                FROM campaigns.donor d
               WHERE (d.campaign_id = ANY (array_agg(t.campaign_id))))
         END AS count,
     max(t.last_donation_at) AS max
    FROM campaigns.total t
   WHERE (t.campaign_id IN ( SELECT shown_total.shown_id AS shown_id
         UNION ALL
          SELECT c.id
            FROM campaigns.campaign c
           WHERE (c.parent_id = shown_total.shown_id)
         UNION ALL
          SELECT s.id
            FROM (campaigns.campaign m
              JOIN campaigns.campaign s ON ((s.parent_id = m.id)))
           WHERE (m.parent_id = shown_total.shown_id)));
END;

create schema cards;
grant usage on schema cards to sunbul_app;

create table cards.card (
  id uuid not null,
  account_id uuid,
  provider text not null,
  method_id text not null,
  brand text not null,
  last4 text not null,
  exp_month smallint not null,
  exp_year smallint not null,
  fingerprint text,
  country text,
  is_default boolean not null,
  added_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  last_warning_days smallint,
  plan_id uuid,
  constraint card_pkey PRIMARY KEY (id),
  constraint card_provider_method_id_key UNIQUE (provider, method_id),
  constraint card_customer_of_account FOREIGN KEY (account_id, provider) REFERENCES cards.customer(account_id, provider),
  constraint card_customer_of_plan FOREIGN KEY (plan_id, provider) REFERENCES cards.customer(plan_id, provider),
  constraint card_brand_check CHECK (length(brand) <= 40),
  constraint card_country_check CHECK (length(country) = 2),
  constraint card_exp_month_check CHECK (exp_month >= 1 AND exp_month <= 12),
  constraint card_exp_year_check CHECK (exp_year >= 2000 AND exp_year <= 2200),
  constraint card_has_one_owner CHECK (num_nonnulls(account_id, plan_id) = 1),
  constraint card_last4_check CHECK (last4 ~ '^[0-9]{4}$'::text),
  constraint card_last_warning_days_check CHECK (last_warning_days = ANY (ARRAY[30, 7])),
  constraint card_of_plan_is_no_default CHECK (plan_id IS NULL OR NOT is_default),
  constraint removed_card_is_not_default CHECK (removed_at IS NULL OR NOT is_default)
);
grant insert, select, update on cards.card to sunbul_app;
CREATE INDEX card_expiring ON cards.card USING btree (exp_year, exp_month) WHERE removed_at IS NULL;
CREATE INDEX card_of_account ON cards.card USING btree (account_id, added_at DESC);
CREATE UNIQUE INDEX card_of_plan ON cards.card USING btree (plan_id) WHERE plan_id IS NOT NULL AND removed_at IS NULL;
CREATE UNIQUE INDEX card_once ON cards.card USING btree (account_id, provider, fingerprint) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX card_one_default ON cards.card USING btree (account_id) WHERE is_default;

create table cards.customer (
  account_id uuid,
  provider text not null,
  customer_id text not null,
  created_at timestamp with time zone not null,
  plan_id uuid,
  constraint customer_of_account UNIQUE (account_id, provider),
  constraint customer_of_plan UNIQUE (plan_id, provider),
  constraint customer_provider_customer_id_key UNIQUE (provider, customer_id),
  constraint customer_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint customer_has_one_owner CHECK (num_nonnulls(account_id, plan_id) = 1)
);
grant insert, select, update on cards.customer to sunbul_app;

create table cards.mandate (
  id uuid not null,
  card_id uuid not null,
  account_id uuid,
  kind text not null,
  text_version text not null,
  locale text not null,
  text_hash text not null,
  ip text not null,
  agreed_at timestamp with time zone not null,
  source_id uuid not null,
  revoked_at timestamp with time zone,
  plan_id uuid,
  constraint mandate_pkey PRIMARY KEY (id),
  constraint mandate_source_id_key UNIQUE (source_id),
  constraint mandate_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint mandate_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards.card(id),
  constraint mandate_has_one_owner CHECK (num_nonnulls(account_id, plan_id) = 1),
  constraint mandate_kind_check CHECK (kind = 'off-session'::text),
  constraint mandate_text_hash_check CHECK (length(text_hash) = 64)
);
grant insert, select, update on cards.mandate to sunbul_app;
CREATE INDEX mandate_of_account ON cards.mandate USING btree (account_id);
CREATE INDEX mandate_of_card ON cards.mandate USING btree (card_id);

create table cards.setup (
  id uuid not null,
  provider text not null,
  customer_id text not null,
  method_id text not null,
  setup_id text,
  text_version text not null,
  locale text not null,
  ip text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  network text not null default ''::text,
  declined_at timestamp with time zone,
  constraint setup_pkey PRIMARY KEY (id),
  constraint setup_provider_customer_id_fkey FOREIGN KEY (provider, customer_id) REFERENCES cards.customer(provider, customer_id)
);
grant delete, insert, select, update on cards.setup to sunbul_app;
CREATE INDEX setup_declined ON cards.setup USING btree (network, declined_at) WHERE declined_at IS NOT NULL;
CREATE INDEX setup_of_customer ON cards.setup USING btree (provider, customer_id, started_at);

create schema change_feed;
grant usage on schema change_feed to sunbul_app;

create table change_feed.change (
  organization_id bigint not null,
  kind text not null,
  object_id uuid not null,
  part integer not null,
  changed_at timestamp(3) with time zone not null,
  constraint change_pkey PRIMARY KEY (organization_id, kind, object_id, part),
  constraint change_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint change_kind_check CHECK (kind = ANY (ARRAY['donation'::text, 'refund'::text, 'receipt'::text, 'plan'::text, 'occurrence'::text, 'payout'::text, 'page'::text, 'offline-donation'::text]))
);
grant delete, insert, select, update on change_feed.change to sunbul_app;
CREATE INDEX change_in_order ON change_feed.change USING btree (organization_id, kind, changed_at, object_id, part);

create table change_feed.pending (
  kind text not null,
  object_id uuid not null,
  part integer not null
);
grant delete, insert, select, update on change_feed.pending to sunbul_app;

create table change_feed."position" (
  is_only boolean not null default true,
  last_at timestamp(3) with time zone not null,
  constraint position_pkey PRIMARY KEY (is_only),
  constraint position_is_only_check CHECK (is_only)
);
grant delete, insert, select, update on change_feed."position" to sunbul_app;

CREATE OR REPLACE FUNCTION change_feed.note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending values (tg_argv[0], new.id, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_donation_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then insert into change_feed.pending values ('donation', old.donation_id, 0);
  else insert into change_feed.pending values ('donation', new.donation_id, 0); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_donations_of_intent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending select 'donation', d.id, 0 from giving.donation d where d.intent_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_occurrence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending values ('occurrence', new.subscription_id, new.seq), ('plan', new.subscription_id, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_page_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending select 'page', p.id, 0 from hosted_pages.page p where p.campaign_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_plan_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending values ('plan', new.subscription_id, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending values ('refund', new.id, 0);
  insert into change_feed.pending select 'donation', n.donation_id, 0 from refunds.line n where n.refund_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_refund_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending values ('refund', new.refund_id, 0), ('donation', new.donation_id, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_feed.note_void()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into change_feed.pending values ('receipt', new.receipt_id, 0);
  insert into change_feed.pending select 'donation', n.donation_id, 0 from receipts.line n where n.receipt_id = new.receipt_id;
  return null;
end $function$;

create schema charity_donors;
grant usage on schema charity_donors to sunbul_app;

create table charity_donors.donor_text (
  organization_id bigint not null,
  donor_key bytea not null,
  is_name boolean not null,
  words text not null,
  has_contact boolean not null,
  last_at timestamp with time zone not null,
  comparable text generated always as (
CASE
    WHEN is_name AND has_contact THEN lower(regexp_replace(NORMALIZE(words, NFKC), '\s+'::text, ' '::text, 'g'::text))
    ELSE NULL::text
END) stored,
  constraint donor_text_pkey PRIMARY KEY (organization_id, donor_key, is_name, words),
  constraint donor_text_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id)
) with (fillfactor=80);
-- statistics 20: donor_key, words, comparable
grant delete, insert, select, update on charity_donors.donor_text to sunbul_app;
CREATE INDEX donor_text_comparable ON charity_donors.donor_text USING btree (organization_id, comparable, donor_key) WHERE comparable IS NOT NULL;
CREATE INDEX donor_text_newest ON charity_donors.donor_text USING btree (organization_id, last_at DESC) WHERE comparable IS NOT NULL;

create table charity_donors.donor_text_check (
  organization_id bigint not null,
  donor_key bytea not null
);
grant delete, insert, select, update on charity_donors.donor_text_check to sunbul_app;

create table charity_donors.donor_text_fill (
  is_only boolean not null default true,
  begins_at timestamp with time zone not null,
  last_id uuid,
  is_complete boolean not null,
  constraint donor_text_fill_pkey PRIMARY KEY (is_only),
  constraint donor_text_fill_is_only_check CHECK (is_only)
);
grant delete, insert, select, update on charity_donors.donor_text_fill to sunbul_app;

create table charity_donors.donor_total (
  donor_key bytea not null,
  organization_id bigint not null,
  is_anonymous boolean not null,
  donations integer not null,
  totals jsonb not null,
  last_at timestamp with time zone not null,
  last_id uuid not null,
  is_major boolean not null,
  has_zakat boolean not null,
  has_plan boolean not null,
  has_monthly_plan boolean not null,
  constraint donor_total_pkey PRIMARY KEY (donor_key, organization_id, is_anonymous),
  constraint donor_total_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint donor_total_donations_check CHECK (donations >= 0),
  constraint donor_total_totals_check CHECK (jsonb_typeof(totals) = 'object'::text)
) with (fillfactor=80);
-- statistics 20: donor_key, totals, last_id
grant delete, insert, select, update on charity_donors.donor_total to sunbul_app;
CREATE INDEX donor_total_first_time ON charity_donors.donor_total USING btree (organization_id, last_at DESC, last_id DESC) WHERE NOT is_anonymous AND donations = 1;
CREATE INDEX donor_total_major ON charity_donors.donor_total USING btree (organization_id, last_at DESC, last_id DESC) WHERE NOT is_anonymous AND is_major;
CREATE INDEX donor_total_monthly ON charity_donors.donor_total USING btree (organization_id, last_at DESC, last_id DESC) WHERE NOT is_anonymous AND has_monthly_plan;
CREATE INDEX donor_total_newest ON charity_donors.donor_total USING btree (organization_id, is_anonymous, last_at DESC, last_id DESC);
CREATE INDEX donor_total_zakat ON charity_donors.donor_total USING btree (organization_id, last_at DESC, last_id DESC) WHERE NOT is_anonymous AND has_zakat;

create table charity_donors.donor_total_fill (
  is_only boolean not null default true,
  begins_at timestamp with time zone not null,
  last_key bytea,
  is_complete boolean not null,
  constraint donor_total_fill_pkey PRIMARY KEY (is_only),
  constraint donor_total_fill_is_only_check CHECK (is_only)
);
grant delete, insert, select, update on charity_donors.donor_total_fill to sunbul_app;

create table charity_donors.letter (
  id uuid not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  segment text not null,
  subject text not null,
  body text not null,
  sent_by uuid,
  queued_at timestamp with time zone not null,
  next_from timestamp with time zone not null,
  mailed integer not null default 0,
  constraint letter_pkey PRIMARY KEY (id),
  constraint letter_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint letter_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint letter_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES identity.account(id),
  constraint letter_body_check CHECK (length(body) >= 1 AND length(body) <= 5000),
  constraint letter_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 120)
);
grant delete, insert, select, update on charity_donors.letter to sunbul_app;
CREATE INDEX letter_author ON charity_donors.letter USING btree (sent_by) WHERE sent_by IS NOT NULL;
CREATE INDEX one_letter_a_week ON charity_donors.letter USING gist (int8range(organization_id, organization_id, '[]'::text), tstzrange(queued_at, next_from));

create table charity_donors.letter_recipient (
  letter_id uuid not null,
  donor_key bytea not null,
  constraint letter_recipient_pkey PRIMARY KEY (letter_id, donor_key),
  constraint letter_recipient_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES charity_donors.letter(id)
);
grant delete, insert, select, update on charity_donors.letter_recipient to sunbul_app;

create table charity_donors.merge_decision (
  id uuid not null,
  organization_id bigint not null,
  donation_id uuid not null,
  other_donation_id uuid not null,
  is_same boolean not null,
  decided_by uuid,
  decided_at timestamp with time zone not null,
  constraint merge_decision_pkey PRIMARY KEY (id),
  constraint one_decision_of_pair UNIQUE (donation_id, other_donation_id),
  constraint merge_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES identity.account(id),
  constraint merge_decision_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint merge_decision_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint merge_decision_other_donation_id_fkey FOREIGN KEY (other_donation_id) REFERENCES giving.donation(id),
  constraint merge_decision_order CHECK (donation_id < other_donation_id)
);
grant delete, insert, select, update on charity_donors.merge_decision to sunbul_app;
CREATE INDEX merge_decision_author ON charity_donors.merge_decision USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX merge_decision_organization ON charity_donors.merge_decision USING btree (organization_id, decided_at);
CREATE INDEX merge_decision_other ON charity_donors.merge_decision USING btree (other_donation_id);

create table charity_donors.note (
  id uuid not null,
  organization_id bigint not null,
  donation_id uuid not null,
  body text not null,
  author_id uuid,
  written_at timestamp with time zone not null,
  constraint note_pkey PRIMARY KEY (id),
  constraint note_author_id_fkey FOREIGN KEY (author_id) REFERENCES identity.account(id),
  constraint note_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint note_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint note_body_check CHECK (length(body) >= 1 AND length(body) <= 2000)
);
grant delete, insert, select, update on charity_donors.note to sunbul_app;
CREATE INDEX note_author ON charity_donors.note USING btree (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX note_donation ON charity_donors.note USING btree (donation_id);

create table charity_donors.saved_filter (
  id uuid not null,
  organization_id bigint not null,
  list text not null,
  name text not null,
  query text not null,
  saved_by uuid,
  saved_at timestamp with time zone not null,
  constraint saved_filter_pkey PRIMARY KEY (id),
  constraint saved_filter_organization_id_list_name_key UNIQUE (organization_id, list, name),
  constraint saved_filter_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint saved_filter_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES identity.account(id),
  constraint saved_filter_list_check CHECK (list = ANY (ARRAY['donations'::text, 'donors'::text])),
  constraint saved_filter_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint saved_filter_query_check CHECK (length(query) >= 1 AND length(query) <= 500)
);
grant delete, insert, select, update on charity_donors.saved_filter to sunbul_app;
CREATE INDEX saved_filter_author ON charity_donors.saved_filter USING btree (saved_by) WHERE saved_by IS NOT NULL;

create table charity_donors.tag (
  donation_id uuid not null,
  name text not null,
  organization_id bigint not null,
  added_by uuid,
  added_at timestamp with time zone not null,
  constraint tag_pkey PRIMARY KEY (donation_id, name),
  constraint tag_added_by_fkey FOREIGN KEY (added_by) REFERENCES identity.account(id),
  constraint tag_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint tag_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint tag_name_check CHECK (length(name) >= 1 AND length(name) <= 40)
);
grant delete, insert, select, update on charity_donors.tag to sunbul_app;
CREATE INDEX tag_author ON charity_donors.tag USING btree (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX tag_organization ON charity_donors.tag USING btree (organization_id, name);
CREATE TRIGGER tag_changed AFTER INSERT OR DELETE ON charity_donors.tag FOR EACH ROW EXECUTE FUNCTION change_feed.note_donation_of();

create table charity_donors.thank_you_text (
  organization_id bigint not null,
  level_id bigint,
  locale text not null,
  body text not null,
  constraint thank_you_text_organization_id_level_id_locale_key UNIQUE NULLS NOT DISTINCT (organization_id, level_id, locale),
  constraint thank_you_text_level_id_fkey FOREIGN KEY (level_id) REFERENCES campaigns.level(id) ON DELETE CASCADE,
  constraint thank_you_text_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint thank_you_text_body_check CHECK (length(body) >= 1 AND length(body) <= 600),
  constraint thank_you_text_locale_check CHECK (length(locale) >= 2 AND length(locale) <= 35)
);
grant delete, insert, select, update on charity_donors.thank_you_text to sunbul_app;
CREATE INDEX thank_you_text_level ON charity_donors.thank_you_text USING btree (level_id) WHERE level_id IS NOT NULL;

create table charity_donors.unsubscription (
  organization_id bigint not null,
  email_hash text not null,
  unsubscribed_at timestamp with time zone not null,
  constraint unsubscription_pkey PRIMARY KEY (organization_id, email_hash),
  constraint unsubscription_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id)
);
grant delete, insert, select, update on charity_donors.unsubscription to sunbul_app;

CREATE OR REPLACE FUNCTION charity_donors.note_former_donor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into charity_donors.donor_text_check
  select c.organization_id, old.donor_key from campaigns.campaign c where c.id = old.campaign_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION charity_donors.rebuild_texts()
 RETURNS void
 LANGUAGE sql
AS $function$
  update charity_donors.donor_text_fill set is_complete = false, last_id = null, begins_at = now();
  delete from charity_donors.donor_text;
$function$;

CREATE OR REPLACE FUNCTION charity_donors.rebuild_totals()
 RETURNS void
 LANGUAGE sql
AS $function$
  update charity_donors.donor_total_fill set is_complete = false, last_key = null, begins_at = now();
  delete from charity_donors.donor_total;
$function$;

CREATE OR REPLACE FUNCTION charity_donors.remove_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare organization bigint := (select c.organization_id from campaigns.campaign c where c.id = old.campaign_id);
begin
  delete from charity_donors.donor_text t
  where t.organization_id = organization
    and t.donor_key = old.donor_key
    and not exists (
      select
      from giving.donation d
      join campaigns.campaign c on c.id = d.campaign_id
      where d.donor_key = old.donor_key
        and c.organization_id = organization
        and not d.is_anonymous
        and t.words = left(lower(case when t.is_name then giving.public_name(d) else d.level_email end), 500)
    );
  insert into charity_donors.donor_text_check values (organization, old.donor_key);
  return null;
end $function$;

create schema comments;
grant usage on schema comments to sunbul_app;

create table comments.comment (
  id uuid not null,
  campaign_id bigint not null,
  donation_id uuid not null,
  author_id uuid not null,
  body text not null,
  display_name text not null,
  display_place text not null default ''::text,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone,
  hidden_at timestamp with time zone,
  hidden_by text,
  hidden_reason text not null default ''::text,
  review_since timestamp with time zone,
  review_reason text,
  constraint comment_pkey PRIMARY KEY (id),
  constraint comment_donation_id_key UNIQUE (donation_id),
  constraint comment_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint comment_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint comment_body_check CHECK (length(body) >= 1 AND length(body) <= 1000),
  constraint comment_hidden_by_check CHECK (hidden_by = ANY (ARRAY['author'::text, 'organizer'::text, 'staff'::text])),
  constraint comment_hidden_by_staff CHECK ((hidden_at IS NULL) = (hidden_by IS NULL)),
  constraint comment_hidden_reason_check CHECK (length(hidden_reason) <= 500),
  constraint comment_review_has_reason CHECK ((review_since IS NULL) = (review_reason IS NULL)),
  constraint comment_review_reason_check CHECK (review_reason = ANY (ARRAY['link'::text, 'contact'::text, 'number'::text]))
);
grant delete, insert, select, update on comments.comment to sunbul_app;
CREATE INDEX comment_all ON comments.comment USING btree (campaign_id, created_at DESC, id DESC);
CREATE INDEX comment_author ON comments.comment USING btree (author_id);
CREATE INDEX comment_campaign ON comments.comment USING btree (campaign_id, created_at DESC, id DESC) WHERE hidden_at IS NULL AND review_since IS NULL;
CREATE INDEX comment_in_review ON comments.comment USING btree (review_since, id) WHERE review_since IS NOT NULL AND hidden_at IS NULL;

create schema currencies;
grant usage on schema currencies to sunbul_app;

create table currencies.metal_price (
  metal text not null,
  day date not null,
  source text not null,
  usd_per_gram numeric(18,8) not null,
  constraint metal_price_pkey PRIMARY KEY (metal, day, source),
  constraint metal_price_metal_check CHECK (metal = ANY (ARRAY['gold'::text, 'silver'::text])),
  constraint metal_price_source_check CHECK (source = 'bundled'::text),
  constraint metal_price_usd_per_gram_check CHECK (usd_per_gram > 0::numeric)
);
grant insert, select on currencies.metal_price to sunbul_app;

create table currencies.rate (
  currency character(3) not null,
  day date not null,
  source text not null,
  per_euro numeric(24,10) not null,
  constraint rate_pkey PRIMARY KEY (currency, day, source),
  constraint rate_per_euro_check CHECK (per_euro > 0::numeric),
  constraint rate_source_check CHECK (source = ANY (ARRAY['bundled'::text, 'ecb'::text]))
);
grant insert, select on currencies.rate to sunbul_app;

create schema deeds;
grant usage on schema deeds to sunbul_app;

create table deeds.notice (
  account_id uuid not null,
  hijri_year smallint not null,
  sent_at timestamp with time zone not null,
  constraint notice_pkey PRIMARY KEY (account_id, hijri_year),
  constraint notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE
);
grant delete, insert, select, update on deeds.notice to sunbul_app;

create table deeds.snapshot (
  account_id uuid not null,
  hijri_year smallint not null,
  currency character(3) not null,
  figures jsonb not null,
  computed_at timestamp with time zone not null,
  constraint snapshot_pkey PRIMARY KEY (account_id, hijri_year),
  constraint snapshot_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint snapshot_hijri_year_fkey FOREIGN KEY (hijri_year) REFERENCES deeds.year(hijri_year),
  constraint snapshot_figures_check CHECK (jsonb_typeof(figures) = 'object'::text)
);
-- statistics 0: figures
grant delete, insert, select, update on deeds.snapshot to sunbul_app;
CREATE INDEX snapshot_year ON deeds.snapshot USING btree (hijri_year);

create table deeds.survey_answer (
  account_id uuid not null,
  hijri_year smallint not null,
  rating smallint not null,
  comment text not null,
  answered_at timestamp with time zone not null,
  constraint survey_answer_pkey PRIMARY KEY (account_id, hijri_year),
  constraint survey_answer_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint survey_answer_comment_check CHECK (length(comment) <= 1000),
  constraint survey_answer_hijri_year_check CHECK (hijri_year >= 1300 AND hijri_year <= 1600),
  constraint survey_answer_rating_check CHECK (rating >= 1 AND rating <= 5)
);
grant delete, insert, select, update on deeds.survey_answer to sunbul_app;
CREATE INDEX survey_answer_by_year ON deeds.survey_answer USING btree (hijri_year, answered_at DESC);

create table deeds.year (
  hijri_year smallint not null,
  donors integer not null,
  unique_donors integer not null,
  amount bigint not null,
  top_amount bigint,
  top_days integer,
  generous_amount bigint,
  computed_at timestamp with time zone not null,
  constraint year_pkey PRIMARY KEY (hijri_year),
  constraint year_amount_check CHECK (amount >= 0),
  constraint year_donors_check CHECK (donors >= 0),
  constraint year_hijri_year_check CHECK (hijri_year >= 1300 AND hijri_year <= 1600),
  constraint year_thresholds CHECK ((donors >= 100) = (top_amount IS NOT NULL) AND (top_amount IS NULL) = (top_days IS NULL) AND (top_amount IS NULL) = (generous_amount IS NULL)),
  constraint year_unique_donors_check CHECK (unique_donors >= 0)
);
grant delete, insert, select, update on deeds.year to sunbul_app;

create schema discovery;
grant usage on schema discovery to sunbul_app;

create table discovery.ad_variant (
  campaign_id bigint not null,
  ad_spot text not null default 'general'::text,
  "position" smallint not null,
  creative_type text not null,
  creative_url text not null,
  constraint ad_variant_pkey PRIMARY KEY (campaign_id, ad_spot, "position"),
  constraint ad_variant_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id) ON DELETE CASCADE,
  constraint ad_variant_ad_spot_check CHECK (ad_spot ~ '^[a-z0-9_-]{1,40}$'::text),
  constraint ad_variant_creative_type_check CHECK (creative_type = ANY (ARRAY['image'::text, 'video'::text])),
  constraint ad_variant_creative_url_check CHECK (creative_url ~ '^(https://[^[:space:]]+|/(media|art)/[^[:space:]]+)$'::text)
);
grant delete, insert, select, update on discovery.ad_variant to sunbul_app;

create table discovery.document (
  campaign_id bigint not null,
  kind text not null,
  status smallint not null,
  category text not null,
  country character(2),
  charity text not null,
  zakat_verified boolean not null,
  gift_aid boolean not null,
  featured_rank smallint,
  tags text[] not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  percent integer,
  facets text[] not null,
  head tsvector not null,
  constraint document_pkey PRIMARY KEY (campaign_id),
  constraint document_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id) ON DELETE CASCADE,
  constraint document_status_check CHECK (status = ANY (ARRAY[1, 2, 3]))
);
-- storage main: head
grant delete, insert, select, update on discovery.document to sunbul_app;
CREATE INDEX document_category ON discovery.document USING btree (category, created_at DESC, campaign_id DESC, ends_at) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX document_charity ON discovery.document USING btree (charity, created_at DESC, campaign_id DESC, ends_at) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX document_country ON discovery.document USING btree (country, created_at DESC, campaign_id DESC, ends_at) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX document_ending ON discovery.document USING btree (ends_at, campaign_id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX document_facets ON discovery.document USING gin (facets) WITH (fastupdate=off) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX document_featured ON discovery.document USING btree (featured_rank, created_at DESC, campaign_id DESC) WHERE kind = 'fundraiser'::text;
CREATE INDEX document_funded ON discovery.document USING btree (percent DESC NULLS LAST, campaign_id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX document_funds ON discovery.document USING btree (featured_rank, campaign_id) WHERE status = 1 AND kind = 'general-fund'::text;
CREATE INDEX document_head ON discovery.document USING gin (head) WITH (fastupdate=off);
CREATE INDEX document_near_goal ON discovery.document USING btree ((percent >= 100), percent DESC NULLS LAST, campaign_id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;
CREATE INDEX document_newest ON discovery.document USING btree (created_at DESC, campaign_id DESC) WHERE status = 1 AND kind = 'fundraiser'::text;

create table discovery.event (
  id bigint not null generated always as identity,
  slug text not null,
  title text not null,
  title_ar text,
  about text not null default ''::text,
  about_ar text,
  starts_on date not null,
  ends_on date not null,
  list_id bigint not null,
  constraint event_pkey PRIMARY KEY (id),
  constraint event_slug_key UNIQUE (slug),
  constraint event_list_id_fkey FOREIGN KEY (list_id) REFERENCES discovery.list(id),
  constraint event_ends_after_start CHECK (ends_on >= starts_on),
  constraint event_title_check CHECK (length(title) >= 1 AND length(title) <= 120)
);
grant delete, insert, select, update on discovery.event to sunbul_app;

create table discovery.featured (
  ad_spot text not null,
  kind text not null,
  campaign_id bigint not null,
  "position" smallint not null,
  constraint featured_pkey PRIMARY KEY (ad_spot, campaign_id),
  constraint featured_ad_spot_kind_position_key UNIQUE (ad_spot, kind, "position"),
  constraint featured_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id) ON DELETE CASCADE,
  constraint featured_ad_spot_check CHECK (ad_spot ~ '^[a-z0-9_-]{1,40}$'::text AND ad_spot <> 'general'::text),
  constraint featured_kind_check CHECK (kind = ANY (ARRAY['fundraiser'::text, 'general-fund'::text])),
  constraint featured_position_check CHECK ("position" >= 0)
);
grant delete, insert, select, update on discovery.featured to sunbul_app;
CREATE INDEX featured_campaign ON discovery.featured USING btree (campaign_id);

create table discovery.list (
  id bigint not null generated always as identity,
  title text not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint list_pkey PRIMARY KEY (id),
  constraint list_title_check CHECK (length(title) >= 1 AND length(title) <= 120)
);
grant delete, insert, select, update on discovery.list to sunbul_app;

create table discovery.list_item (
  list_id bigint not null,
  campaign_id bigint not null,
  "position" smallint not null,
  constraint list_item_pkey PRIMARY KEY (list_id, campaign_id),
  constraint list_item_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id) ON DELETE CASCADE,
  constraint list_item_list_id_fkey FOREIGN KEY (list_id) REFERENCES discovery.list(id) ON DELETE CASCADE
);
grant delete, insert, select, update on discovery.list_item to sunbul_app;

create table discovery.story (
  campaign_id bigint not null,
  words tsvector not null,
  constraint story_pkey PRIMARY KEY (campaign_id),
  constraint story_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES discovery.document(campaign_id) ON DELETE CASCADE
);
-- storage main: words
grant delete, insert, select, update on discovery.story to sunbul_app;
CREATE INDEX story_words ON discovery.story USING gin (words) WITH (fastupdate=off);

create table discovery.term (
  kind text not null,
  code text not null,
  words text not null,
  constraint term_pkey PRIMARY KEY (kind, code),
  constraint term_kind_check CHECK (kind = ANY (ARRAY['category'::text, 'country'::text]))
);
grant delete, insert, select, update on discovery.term to sunbul_app;

create table discovery.word (
  word text not null,
  constraint word_pkey PRIMARY KEY (word)
);
grant delete, insert, select, update on discovery.word to sunbul_app;
CREATE INDEX word_trigrams ON discovery.word USING gin (word public.gin_trgm_ops) WITH (fastupdate=off);

CREATE OR REPLACE FUNCTION discovery.campaigns_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform discovery.write_documents(array(select id from added where status <> 0));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION discovery.campaigns_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform discovery.write_documents(array(
    select a.id from after a join before b on b.id = a.id
    where (a.organization_id, a.slug, a.kind, a.name, a.tagline, a.story, a.category, a.location, a.country, a.status, a.goal, a.ends_at, a.organizer_name,
        a.zakat_verified, a.zakat_schools, a.zakat_categories, a.gift_aid, a.tags, a.featured_rank, a.listed)
      is distinct from (b.organization_id, b.slug, b.kind, b.name, b.tagline, b.story, b.category, b.location, b.country, b.status, b.goal, b.ends_at,
        b.organizer_name, b.zakat_verified, b.zakat_schools, b.zakat_categories, b.gift_aid, b.tags, b.featured_rank, b.listed)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION discovery.is_expensive(tsvector)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE COST 1000
AS $function$ begin return true; end $function$;

CREATE OR REPLACE FUNCTION discovery."normalize"(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(regexp_replace(translate(lower(public.unaccent('public.unaccent'::regdictionary, NORMALIZE($1, NFKC))), 'أإآٱىئیؤةکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'::text, (('ااااييي'::text || 'وهكك'::text) || '01234567890123456789'::text)), '[\u064B-\u065F\u0670\u0640\u200B-\u200F''’‘ʼʿʾ`´]'::text, ''::text, 'g'::text), '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u2200-\u22FF\u2600-\u27BF\u060C\u061B\u061F\u066A-\u066D\u06D4\u3000-\u303F]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION discovery.organization_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform discovery.write_documents(array(select id from campaigns.campaign where organization_id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION discovery.similar_words(text)
 RETURNS TABLE(word text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET "pg_trgm.similarity_threshold" TO '0.2'
AS $function$
  select w.word from discovery.word w where w.word operator(public.%) $1 or w.word like $1 || '%'
  order by public.similarity(w.word, $1) desc, w.word limit 40
$function$;

CREATE OR REPLACE FUNCTION discovery.totals_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION discovery.write_documents(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;

create text search configuration discovery.words (
  asciihword with english_stem,
  asciiword with english_stem,
  email with simple,
  file with simple,
  float with simple,
  host with simple,
  hword with arabic_stem,
  hword_asciipart with english_stem,
  hword_numpart with simple,
  hword_part with arabic_stem,
  int with simple,
  numhword with simple,
  numword with simple,
  sfloat with simple,
  uint with simple,
  url with simple,
  url_path with simple,
  version with simple,
  word with arabic_stem
);

create schema favourites;
grant usage on schema favourites to sunbul_app;

create table favourites.favourite (
  account_id uuid not null,
  campaign_id bigint not null,
  added_at timestamp with time zone not null,
  constraint favourite_pkey PRIMARY KEY (account_id, campaign_id),
  constraint favourite_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE
);
grant delete, insert, select, update on favourites.favourite to sunbul_app;
CREATE INDEX favourite_newest ON favourites.favourite USING btree (account_id, added_at DESC, campaign_id DESC);

create schema figures;
grant usage on schema figures to sunbul_app;

create table figures.latest (
  is_only boolean not null default true,
  computed_at timestamp with time zone not null,
  figures jsonb not null,
  constraint latest_pkey PRIMARY KEY (is_only),
  constraint latest_figures_check CHECK (jsonb_typeof(figures) = 'object'::text),
  constraint latest_is_only_check CHECK (is_only)
);
grant delete, insert, select, update on figures.latest to sunbul_app;

create schema flags;
grant usage on schema flags to sunbul_app;

create table flags.flag (
  key text not null,
  value text not null,
  description text not null,
  changed_at timestamp with time zone not null default now(),
  constraint flag_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on flags.flag to sunbul_app;

create schema fundraising;
grant usage on schema fundraising to sunbul_app;

create table fundraising.draft (
  campaign_id bigint not null,
  version integer not null,
  content jsonb not null,
  changed_by uuid,
  changed_at timestamp with time zone not null,
  published boolean not null default true,
  constraint draft_pkey PRIMARY KEY (campaign_id),
  constraint draft_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint draft_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES identity.account(id),
  constraint draft_version_check CHECK (version > 0)
);
grant delete, insert, select, update on fundraising.draft to sunbul_app;

create table fundraising.invitation (
  id uuid not null,
  campaign_id bigint,
  organization_id bigint,
  email text not null,
  email_key text not null,
  role text not null,
  public_name text not null default ''::text,
  public_role text not null default ''::text,
  invited_by uuid,
  code_hash bytea not null,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint invitation_pkey PRIMARY KEY (id),
  constraint invitation_code_hash_key UNIQUE (code_hash),
  constraint invitation_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES identity.account(id),
  constraint invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint invitation_to_one_team CHECK ((campaign_id IS NULL) <> (organization_id IS NULL))
);
grant delete, insert, select, update on fundraising.invitation to sunbul_app;
CREATE INDEX invitation_email ON fundraising.invitation USING btree (email_key);
CREATE INDEX invitation_inviter ON fundraising.invitation USING btree (invited_by, invited_at) WHERE invited_by IS NOT NULL;
CREATE UNIQUE INDEX invitation_open_campaign ON fundraising.invitation USING btree (campaign_id, email_key) WHERE ended_at IS NULL AND campaign_id IS NOT NULL;
CREATE UNIQUE INDEX invitation_open_organization ON fundraising.invitation USING btree (organization_id, email_key) WHERE ended_at IS NULL AND organization_id IS NOT NULL;

create table fundraising.news_mail (
  news_id uuid not null,
  email_hash text not null,
  queued_at timestamp with time zone not null,
  constraint news_mail_pkey PRIMARY KEY (news_id, email_hash)
);
grant delete, insert, select, update on fundraising.news_mail to sunbul_app;

create table fundraising.revision (
  id uuid not null,
  campaign_id bigint not null,
  author_id uuid,
  revised_at timestamp with time zone not null,
  before jsonb not null,
  after jsonb not null,
  constraint revision_pkey PRIMARY KEY (id),
  constraint revision_author_id_fkey FOREIGN KEY (author_id) REFERENCES identity.account(id),
  constraint revision_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id)
);
grant delete, insert, select, update on fundraising.revision to sunbul_app;
CREATE INDEX revision_campaign ON fundraising.revision USING btree (campaign_id, revised_at DESC, id DESC);

create table fundraising.submission (
  id uuid not null,
  campaign_id bigint not null,
  submitted_by uuid,
  submitted_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
  reason text not null default ''::text,
  charity_state text,
  constraint submission_pkey PRIMARY KEY (id),
  constraint submission_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint submission_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES identity.account(id),
  constraint submission_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES identity.account(id),
  constraint submission_charity_state_check CHECK (charity_state = ANY (ARRAY['asked'::text, 'accepted'::text])),
  constraint submission_decided_whole CHECK ((decided_at IS NULL) = (decision IS NULL)),
  constraint submission_decision_check CHECK (decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text, 'refused'::text]))
);
grant delete, insert, select, update on fundraising.submission to sunbul_app;
CREATE INDEX submission_asked ON fundraising.submission USING btree (campaign_id) WHERE decided_at IS NULL AND charity_state = 'asked'::text;
CREATE INDEX submission_campaign ON fundraising.submission USING btree (campaign_id, submitted_at DESC);
CREATE UNIQUE INDEX submission_open ON fundraising.submission USING btree (campaign_id) WHERE decided_at IS NULL;
CREATE INDEX submission_queue ON fundraising.submission USING btree (submitted_at, id) WHERE decided_at IS NULL;

create table fundraising.unsubscription (
  campaign_id bigint not null,
  email_hash text not null,
  unsubscribed_at timestamp with time zone not null,
  constraint unsubscription_pkey PRIMARY KEY (campaign_id, email_hash),
  constraint unsubscription_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id)
);
grant delete, insert, select, update on fundraising.unsubscription to sunbul_app;

create schema gift_aid;
grant usage on schema gift_aid to sunbul_app;

create table gift_aid.anonymous_notice (
  is_only boolean not null default true,
  since timestamp with time zone not null,
  constraint anonymous_notice_pkey PRIMARY KEY (is_only),
  constraint anonymous_notice_is_only_check CHECK (is_only)
);
grant select on gift_aid.anonymous_notice to sunbul_app;

create table gift_aid.charity (
  organization_id bigint not null,
  claimed_until date,
  year_end_month smallint not null default 4,
  year_end_day smallint not null default 5,
  answered_at timestamp with time zone not null,
  answered_by uuid,
  hmrc_reference text not null default ''::text,
  constraint charity_pkey PRIMARY KEY (organization_id),
  constraint charity_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES identity.account(id),
  constraint charity_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint charity_hmrc_reference_check CHECK (hmrc_reference = ''::text OR hmrc_reference ~ '^[A-Z]{1,2}[0-9]{1,5}$'::text),
  constraint charity_year_end_day_check CHECK (year_end_day >= 1 AND year_end_day <= 31),
  constraint charity_year_end_month_check CHECK (year_end_month >= 1 AND year_end_month <= 12)
);
grant insert, select, update on gift_aid.charity to sunbul_app;
CREATE INDEX charity_answered_by ON gift_aid.charity USING btree (answered_by) WHERE answered_by IS NOT NULL;

create table gift_aid.claim (
  id uuid not null,
  number bigint not null generated always as identity,
  organization_id bigint not null,
  state text not null default 'draft'::text,
  drafted_at timestamp with time zone not null,
  drafted_by uuid,
  submitted_on date,
  submitted_at timestamp with time zone,
  submitted_by uuid,
  reference text not null default ''::text,
  paid_on date,
  paid_at timestamp with time zone,
  paid_by uuid,
  paid_amount bigint,
  cancelled_at timestamp with time zone,
  cancelled_by uuid,
  cancel_reason text not null default ''::text,
  constraint claim_pkey PRIMARY KEY (id),
  constraint claim_number_key UNIQUE (number),
  constraint claim_cancelled_by_fkey FOREIGN KEY (cancelled_by) REFERENCES identity.account(id),
  constraint claim_drafted_by_fkey FOREIGN KEY (drafted_by) REFERENCES identity.account(id),
  constraint claim_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint claim_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES identity.account(id),
  constraint claim_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES identity.account(id),
  constraint claim_cancel_reason_check CHECK (length(cancel_reason) <= 200),
  constraint claim_cancelled CHECK ((state = 'cancelled'::text) = (cancelled_at IS NOT NULL)),
  constraint claim_paid CHECK ((state = 'paid'::text) = (paid_at IS NOT NULL) AND (num_nonnulls(paid_at, paid_on, paid_amount) = ANY (ARRAY[0, 3]))),
  constraint claim_paid_amount_check CHECK (paid_amount >= 0),
  constraint claim_reference_check CHECK (length(reference) <= 40),
  constraint claim_state_check CHECK (state = ANY (ARRAY['draft'::text, 'submitted'::text, 'paid'::text, 'cancelled'::text])),
  constraint claim_submitted CHECK ((state = ANY (ARRAY['submitted'::text, 'paid'::text])) = (submitted_at IS NOT NULL) AND (submitted_at IS NULL) = (submitted_on IS NULL))
);
grant insert, select, update on gift_aid.claim to sunbul_app;
CREATE UNIQUE INDEX claim_draft ON gift_aid.claim USING btree (organization_id) WHERE state = 'draft'::text;
CREATE INDEX claim_organization ON gift_aid.claim USING btree (organization_id, drafted_at DESC);
CREATE TRIGGER claim_ended AFTER UPDATE OF state ON gift_aid.claim FOR EACH ROW WHEN (new.state = 'cancelled'::text AND old.state <> new.state) EXECUTE FUNCTION gift_aid.end_claim();
CREATE TRIGGER claim_transitions BEFORE UPDATE ON gift_aid.claim FOR EACH ROW EXECUTE FUNCTION gift_aid.refuse_illegal_claim_change();

create table gift_aid.claim_adjustment (
  claim_id uuid not null,
  donation_id uuid not null,
  earlier_claim_id uuid not null,
  refunded_from bigint not null,
  refunded_to bigint not null,
  is_live boolean not null default true,
  returned bigint not null,
  constraint claim_adjustment_pkey PRIMARY KEY (claim_id, donation_id),
  constraint adjustment_of_row FOREIGN KEY (earlier_claim_id, donation_id) REFERENCES gift_aid.claim_row(claim_id, donation_id),
  constraint claim_adjustment_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES gift_aid.claim(id),
  constraint claim_adjustment_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint claim_adjustment_earlier_claim_id_fkey FOREIGN KEY (earlier_claim_id) REFERENCES gift_aid.claim(id),
  constraint adjustment_grows CHECK (refunded_to > refunded_from),
  constraint claim_adjustment_refunded_from_check CHECK (refunded_from >= 0),
  constraint claim_adjustment_returned_check CHECK (returned > 0)
);
grant insert, select, update on gift_aid.claim_adjustment to sunbul_app;
CREATE UNIQUE INDEX claim_adjustment_live ON gift_aid.claim_adjustment USING btree (earlier_claim_id, donation_id, refunded_from) WHERE is_live;
CREATE TRIGGER claim_adjustment_frozen BEFORE UPDATE ON gift_aid.claim_adjustment FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION gift_aid.refuse_adjustment_change();

create table gift_aid.claim_row (
  id uuid not null default gen_random_uuid(),
  claim_id uuid not null,
  donation_id uuid not null,
  declaration_id uuid not null,
  given_on date not null,
  amount bigint not null,
  refunded bigint not null,
  details bytea,
  is_live boolean not null default true,
  rejected_at timestamp with time zone,
  rejected_by uuid,
  reject_reason text not null default ''::text,
  constraint claim_row_pkey PRIMARY KEY (claim_id, donation_id),
  constraint claim_row_id_key UNIQUE (id),
  constraint claim_row_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES gift_aid.claim(id),
  constraint claim_row_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES gift_aid.declaration(id),
  constraint claim_row_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint claim_row_rejected_by_fkey FOREIGN KEY (rejected_by) REFERENCES identity.account(id),
  constraint claim_row_amount_check CHECK (amount > 0),
  constraint claim_row_refunded_check CHECK (refunded >= 0),
  constraint claim_row_reject_reason_check CHECK (length(reject_reason) <= 200),
  constraint row_rejected CHECK (rejected_at IS NULL OR NOT is_live)
);
grant insert, select, update on gift_aid.claim_row to sunbul_app;
CREATE INDEX claim_row_declaration ON gift_aid.claim_row USING btree (declaration_id);
CREATE INDEX claim_row_donation ON gift_aid.claim_row USING btree (donation_id);
CREATE UNIQUE INDEX claim_row_live ON gift_aid.claim_row USING btree (donation_id) WHERE is_live;
CREATE TRIGGER claim_row_frozen BEFORE UPDATE ON gift_aid.claim_row FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION gift_aid.refuse_claim_row_change();

create table gift_aid.claimed_before (
  donation_id uuid not null,
  organization_id bigint not null,
  marked_at timestamp with time zone not null,
  marked_by uuid,
  constraint claimed_before_pkey PRIMARY KEY (donation_id),
  constraint claimed_before_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint claimed_before_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES identity.account(id),
  constraint claimed_before_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id)
);
grant delete, insert, select, update on gift_aid.claimed_before to sunbul_app;
CREATE INDEX claimed_before_by ON gift_aid.claimed_before USING btree (marked_by) WHERE marked_by IS NOT NULL;
CREATE INDEX claimed_before_organization ON gift_aid.claimed_before USING btree (organization_id);

create table gift_aid.declaration (
  id uuid not null,
  organization_id bigint not null,
  source text not null,
  scope text not null,
  donation_id uuid,
  account_id uuid,
  donor_key bytea,
  text_version text not null,
  text_hash text not null,
  declared_at timestamp with time zone not null,
  declared_on date not null,
  covers_from date,
  covers_until date,
  ended_at timestamp with time zone,
  needs_confirmation boolean not null default false,
  asked_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  details_requested_at timestamp with time zone,
  scan_id uuid,
  entered_by uuid,
  created_at timestamp with time zone not null,
  constraint declaration_pkey PRIMARY KEY (id),
  constraint declaration_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint declaration_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint declaration_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES identity.account(id),
  constraint declaration_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint declaration_scan_id_fkey FOREIGN KEY (scan_id) REFERENCES gift_aid.scan(id),
  constraint declaration_confirmed CHECK (confirmed_at IS NULL OR needs_confirmation),
  constraint declaration_days CHECK (covers_until IS NULL OR covers_until >= covers_from),
  constraint declaration_ended CHECK ((covers_until IS NULL) = (ended_at IS NULL)),
  constraint declaration_of_one_donation CHECK (scope <> 'donation'::text OR donation_id IS NOT NULL AND covers_from IS NULL AND covers_until IS NULL),
  constraint declaration_of_person CHECK (scope = 'donation'::text OR num_nonnulls(account_id, donor_key) = 1 AND covers_from IS NOT NULL),
  constraint declaration_on_paper CHECK ((source = 'paper'::text) = (scan_id IS NOT NULL) AND (source = 'paper'::text) = (donor_key IS NOT NULL)),
  constraint declaration_scope_check CHECK (scope = ANY (ARRAY['donation'::text, 'later'::text, 'past_and_later'::text])),
  constraint declaration_source_check CHECK (source = ANY (ARRAY['form'::text, 'account'::text, 'paper'::text]))
);
grant delete, insert, select, update on gift_aid.declaration to sunbul_app;
CREATE INDEX declaration_account ON gift_aid.declaration USING btree (account_id, organization_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX declaration_donation ON gift_aid.declaration USING btree (donation_id) WHERE scope = 'donation'::text;
CREATE INDEX declaration_donor_key ON gift_aid.declaration USING btree (organization_id, donor_key) WHERE donor_key IS NOT NULL;
CREATE INDEX declaration_entered_by ON gift_aid.declaration USING btree (entered_by) WHERE entered_by IS NOT NULL;
CREATE INDEX declaration_organization ON gift_aid.declaration USING btree (organization_id, declared_at);
CREATE INDEX declaration_unasked ON gift_aid.declaration USING btree (declared_at) WHERE needs_confirmation AND asked_at IS NULL;

create table gift_aid.declarer_details (
  id uuid not null,
  account_id uuid,
  organization_id bigint,
  donor_key bytea,
  details bytea not null,
  valid_from timestamp with time zone not null,
  constraint declarer_details_pkey PRIMARY KEY (id),
  constraint declarer_details_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint declarer_details_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint details_of_person CHECK (num_nonnulls(account_id, donor_key) = 1 AND (organization_id IS NULL) = (donor_key IS NULL))
);
grant delete, insert, select, update on gift_aid.declarer_details to sunbul_app;
CREATE INDEX declarer_details_account ON gift_aid.declarer_details USING btree (account_id, valid_from DESC) WHERE account_id IS NOT NULL;
CREATE INDEX declarer_details_donor_key ON gift_aid.declarer_details USING btree (organization_id, donor_key, valid_from DESC) WHERE donor_key IS NOT NULL;

create table gift_aid.exclusion (
  donation_id uuid not null,
  excluded_at timestamp with time zone not null,
  excluded_by uuid,
  constraint exclusion_pkey PRIMARY KEY (donation_id),
  constraint exclusion_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint exclusion_excluded_by_fkey FOREIGN KEY (excluded_by) REFERENCES identity.account(id)
);
grant delete, insert, select, update on gift_aid.exclusion to sunbul_app;
CREATE INDEX exclusion_by ON gift_aid.exclusion USING btree (excluded_by) WHERE excluded_by IS NOT NULL;

create table gift_aid.scan (
  id uuid not null,
  organization_id bigint not null,
  file_kind text not null,
  bytes integer not null,
  digest bytea not null,
  name text not null,
  added_at timestamp with time zone not null,
  added_by uuid,
  constraint scan_pkey PRIMARY KEY (id),
  constraint scan_added_by_fkey FOREIGN KEY (added_by) REFERENCES identity.account(id),
  constraint scan_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint scan_bytes_check CHECK (bytes > 0),
  constraint scan_file_kind_check CHECK (file_kind = ANY (ARRAY['webp'::text, 'pdf'::text])),
  constraint scan_name_check CHECK (length(name) >= 1 AND length(name) <= 120)
);
grant delete, insert, select, update on gift_aid.scan to sunbul_app;
CREATE INDEX scan_added_by ON gift_aid.scan USING btree (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX scan_organization ON gift_aid.scan USING btree (organization_id);

CREATE OR REPLACE FUNCTION gift_aid.add_declaration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  d giving.donation;
  charity bigint;
  declared_day date := (new.declared_at at time zone 'Europe/London')::date;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  select organization_id into strict charity from campaigns.campaign where id = d.campaign_id;
  insert into gift_aid.declaration (id, organization_id, source, scope, donation_id, account_id, text_version, text_hash, declared_at, declared_on, needs_confirmation, created_at)
  values (new.donation_id, charity, 'form', 'donation', new.donation_id, d.account_id, new.text_version, new.text_hash, new.declared_at, declared_day,
    d.is_anonymous and new.declared_at < (select since from gift_aid.anonymous_notice), clock_timestamp());
  if d.gift_aid_choice = 'later' and d.account_id is not null then
    insert into gift_aid.declaration (id, organization_id, source, scope, donation_id, account_id, text_version, text_hash, declared_at, declared_on, covers_from, created_at)
    values (gen_random_uuid(), charity, 'form', 'later', new.donation_id, d.account_id, new.text_version, new.text_hash, new.declared_at, declared_day,
      (d.given_at at time zone 'Europe/London')::date, clock_timestamp());
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION gift_aid.end_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update gift_aid.claim_row set is_live = false where claim_id = new.id and is_live;
  update gift_aid.claim_adjustment set is_live = false where claim_id = new.id and is_live;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION gift_aid.refuse_adjustment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'is_live' <> to_jsonb(old) - 'is_live' or new.is_live then
    raise exception 'adjustments of claims never change' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION gift_aid.refuse_claim_row_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - array['is_live', 'rejected_at', 'rejected_by', 'reject_reason', 'details']
       <> to_jsonb(old) - array['is_live', 'rejected_at', 'rejected_by', 'reject_reason', 'details']
     or new.is_live and not old.is_live or (current_user = 'sunbul_app' and new.details is not null and new.details is distinct from old.details) then
    raise exception 'rows of claims never change' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION gift_aid.refuse_illegal_claim_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.number, new.organization_id, new.drafted_at, new.drafted_by)
       is distinct from (old.id, old.number, old.organization_id, old.drafted_at, old.drafted_by) then
    raise exception 'claim %: what it claims never changes', old.number using errcode = 'check_violation';
  end if;
  if old.state = new.state then return new; end if;
  if not (old.state = 'draft'     and new.state in ('submitted', 'cancelled')
       or old.state = 'submitted' and new.state in ('paid', 'cancelled')) then
    raise exception 'claim %: illegal transition from % to %', old.number, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create schema giving;
grant usage on schema giving to sunbul_app;

create table giving.bank_debit_mandate (
  intent_id uuid not null,
  text_version text not null,
  locale text not null,
  text text not null,
  text_hash text not null,
  ip text not null,
  user_agent text not null,
  agreed_at timestamp with time zone not null,
  constraint bank_debit_mandate_pkey PRIMARY KEY (intent_id),
  constraint bank_debit_mandate_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES payments.intent(id),
  constraint bank_debit_mandate_text_check CHECK (text <> ''::text),
  constraint bank_debit_mandate_text_hash_check CHECK (length(text_hash) = 64)
);
grant delete, insert, select on giving.bank_debit_mandate to sunbul_app;
CREATE INDEX bank_debit_mandate_agreed ON giving.bank_debit_mandate USING btree (agreed_at);

create table giving.claim (
  donation_id uuid not null,
  account_id uuid not null,
  claimed_at timestamp with time zone not null,
  constraint claim_pkey PRIMARY KEY (donation_id),
  constraint claim_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint claim_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id)
);
grant insert, select on giving.claim to sunbul_app;
CREATE INDEX claim_account ON giving.claim USING btree (account_id);

create table giving.counted_account (
  account_id uuid not null,
  proven_at timestamp with time zone not null,
  constraint counted_account_pkey PRIMARY KEY (account_id),
  constraint counted_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE
);
grant delete, insert, select, update on giving.counted_account to sunbul_app;

create table giving.donation (
  id uuid not null,
  intent_id uuid not null,
  attempt_id uuid not null,
  line smallint not null,
  campaign_id bigint not null,
  account_id uuid,
  guest_id uuid,
  donor_key bytea not null,
  email text,
  name text not null,
  currency character(3) not null,
  gift bigint not null,
  tip bigint not null default 0,
  covered_fee bigint not null default 0,
  processing_fee bigint not null default 0,
  zakat_eligible bigint not null default 0,
  fee_schedule_version text not null,
  quantity integer not null default 1,
  level_id bigint,
  is_zakat boolean not null default false,
  maximize_zakat boolean not null default false,
  gift_aid boolean not null default false,
  tax_receipt boolean not null default false,
  is_anonymous boolean not null default false,
  custom_name text,
  location text,
  note text,
  level_email text,
  share_address boolean not null default false,
  receive_updates boolean not null default false,
  newsletter boolean not null default false,
  referred_donor text,
  source text,
  tax_address jsonb,
  shipping_address jsonb,
  billing_address jsonb,
  encrypted_fields bytea,
  payment_method text not null,
  card_brand text,
  card_last4 text,
  save_card boolean not null default false,
  locale text not null,
  country character(2),
  given_at timestamp with time zone not null,
  retained_until date,
  purged_at timestamp with time zone,
  level_requirements text[],
  dedication jsonb,
  zakat_eligible_bps integer,
  donation_type text,
  subscription_id uuid,
  occurrence_key text,
  occurrence_on date,
  programme text,
  qurbani_intention text,
  qurbani_names text,
  gift_aid_requested boolean,
  gift_aid_choice text,
  constraint donation_pkey PRIMARY KEY (id),
  constraint donation_intent_id_line_key UNIQUE (intent_id, line),
  constraint donation_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint donation_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payments.attempt(id),
  constraint donation_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES payments.intent(id),
  constraint donation_covered_fee_check CHECK (covered_fee >= 0),
  constraint donation_gift_check CHECK (gift > 0),
  constraint donation_occurrence CHECK ((subscription_id IS NULL) = (occurrence_key IS NULL) AND (subscription_id IS NULL) = (occurrence_on IS NULL) AND (subscription_id IS NOT NULL OR programme IS NULL)) NOT VALID,
  constraint donation_processing_fee_check CHECK (processing_fee >= 0),
  constraint donation_quantity_check CHECK (quantity > 0),
  constraint donation_tip_check CHECK (tip >= 0),
  constraint donation_type_is_known CHECK (donation_type = ANY (ARRAY['zakat-al-fitr'::text, 'fidya'::text, 'kaffarah'::text, 'purification'::text])) NOT VALID,
  constraint donation_type_is_not_zakat CHECK (donation_type IS NULL OR NOT is_zakat) NOT VALID,
  constraint gift_aid_choice_known CHECK (gift_aid_choice = ANY (ARRAY['later'::text, 'excluded'::text])) NOT VALID,
  constraint gift_aid_has_address CHECK (NOT gift_aid OR tax_address IS NOT NULL OR purged_at IS NOT NULL) NOT VALID,
  constraint gift_aid_requested_or_declared CHECK (gift_aid_requested IS NOT TRUE OR NOT gift_aid) NOT VALID,
  constraint level_requirements_known CHECK (level_requirements <@ ARRAY['note'::text, 'email'::text, 'email-required'::text, 'shipping'::text, 'contact'::text, 'medical'::text, 'qurbani'::text, 'benefit'::text]) NOT VALID,
  constraint purged_after_retention CHECK (purged_at IS NULL OR retained_until IS NOT NULL AND email IS NULL AND name = ''::text AND tax_address IS NULL),
  constraint qurbani_intention_is_known CHECK (qurbani_intention = ANY (ARRAY['aqiqah'::text, 'vow'::text])) NOT VALID,
  constraint qurbani_is_not_zakat CHECK (qurbani_names IS NULL OR NOT is_zakat) NOT VALID,
  constraint zakat_eligible_bps_in_range CHECK (zakat_eligible_bps >= 1 AND zakat_eligible_bps <= 10000),
  constraint zakat_within_donation CHECK (zakat_eligible >= 0 AND zakat_eligible <= gift)
);
-- statistics 0: tax_address, shipping_address, billing_address, dedication, occurrence_key, qurbani_intention, qurbani_names
-- statistics 20: id, intent_id, attempt_id, line, campaign_id, account_id, guest_id, donor_key, email, name, currency, gift, tip, covered_fee, processing_fee, zakat_eligible, fee_schedule_version, quantity, level_id, is_zakat, maximize_zakat, gift_aid, tax_receipt, is_anonymous, custom_name, location, note, level_email, share_address, receive_updates, newsletter, referred_donor, source, encrypted_fields, payment_method, card_brand, card_last4, save_card, locale, country, given_at, retained_until, purged_at, level_requirements, zakat_eligible_bps, donation_type, gift_aid_requested, gift_aid_choice
grant insert, select on giving.donation to sunbul_app;
CREATE INDEX donation_account ON giving.donation USING btree (account_id, given_at DESC) WHERE account_id IS NOT NULL;
CREATE INDEX donation_campaign ON giving.donation USING btree (campaign_id, given_at DESC, id DESC);
CREATE INDEX donation_donor ON giving.donation USING btree (donor_key, given_at);
CREATE INDEX donation_encrypted_fields ON giving.donation USING btree (campaign_id) WHERE encrypted_fields IS NOT NULL;
CREATE INDEX donation_guest_email ON giving.donation USING btree (lower(email)) WHERE account_id IS NULL AND email IS NOT NULL;
CREATE INDEX donation_level ON giving.donation USING btree (campaign_id, level_id) WHERE level_id IS NOT NULL;
CREATE INDEX donation_qurbani ON giving.donation USING btree (level_id) WHERE 'qurbani'::text = ANY (level_requirements);
CREATE INDEX donation_reference ON giving.donation USING btree ("right"(id::text, 10));
CREATE INDEX donation_retained_until ON giving.donation USING btree (retained_until) WHERE retained_until IS NOT NULL AND purged_at IS NULL;
CREATE INDEX donation_subscription ON giving.donation USING btree (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX donation_top ON giving.donation USING btree (campaign_id, gift DESC, given_at DESC, id DESC);
CREATE INDEX donation_zakat ON giving.donation USING btree (campaign_id, given_at) WHERE is_zakat;
CREATE INDEX donation_zakat_account ON giving.donation USING btree (account_id, given_at) INCLUDE (id, currency, zakat_eligible, campaign_id) WHERE is_zakat AND account_id IS NOT NULL;
CREATE TRIGGER anonymous_donor_changed AFTER UPDATE OF donor_key ON giving.donation FOR EACH ROW WHEN (old.is_anonymous AND new.donor_key <> old.donor_key) EXECUTE FUNCTION charity_donors.note_former_donor();
CREATE TRIGGER donation_changed AFTER INSERT OR UPDATE ON giving.donation FOR EACH ROW EXECUTE FUNCTION change_feed.note('donation');
CREATE TRIGGER donation_of_plan_changed AFTER UPDATE ON giving.donation FOR EACH ROW WHEN (new.subscription_id IS NOT NULL) EXECUTE FUNCTION change_feed.note_plan_of();
CREATE TRIGGER donor_texts_removed AFTER UPDATE OF donor_key, is_anonymous, name, custom_name, level_email ON giving.donation FOR EACH ROW WHEN (NOT old.is_anonymous AND (new.is_anonymous OR new.donor_key <> old.donor_key OR new.name <> old.name OR new.custom_name IS DISTINCT FROM old.custom_name OR new.level_email IS DISTINCT FROM old.level_email)) EXECUTE FUNCTION charity_donors.remove_texts();
CREATE TRIGGER webhook_donor AFTER UPDATE ON giving.donation FOR EACH ROW WHEN (new.is_anonymous AND (NOT old.is_anonymous OR new.retained_until IS DISTINCT FROM old.retained_until)) EXECUTE FUNCTION webhooks.erase_donor();

create table giving.gift_aid_declaration (
  donation_id uuid not null,
  text_version text not null,
  text_hash text not null,
  first_name text not null,
  last_name text not null,
  address jsonb not null,
  scope text not null,
  declared_at timestamp with time zone not null,
  ip text not null,
  cancelled_at timestamp with time zone,
  address_changed_at timestamp with time zone,
  constraint gift_aid_declaration_pkey PRIMARY KEY (donation_id),
  constraint gift_aid_declaration_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint gift_aid_declaration_scope_check CHECK (scope = ANY (ARRAY['this-donation'::text, 'this-and-future'::text]))
);
grant delete, insert, select, update on giving.gift_aid_declaration to sunbul_app;
CREATE TRIGGER declaration_added AFTER INSERT ON giving.gift_aid_declaration FOR EACH ROW EXECUTE FUNCTION gift_aid.add_declaration();

create table giving.refunded_amount (
  donation_id uuid not null,
  gift bigint not null,
  tip bigint not null,
  covered_fee bigint not null,
  processing_fee bigint not null,
  zakat_eligible bigint not null,
  is_fully_refunded boolean not null,
  changed_at timestamp with time zone not null,
  constraint refunded_amount_pkey PRIMARY KEY (donation_id),
  constraint refunded_amount_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint refunded_amount_covered_fee_check CHECK (covered_fee >= 0),
  constraint refunded_amount_gift_check CHECK (gift >= 0),
  constraint refunded_amount_processing_fee_check CHECK (processing_fee >= 0),
  constraint refunded_amount_tip_check CHECK (tip >= 0),
  constraint refunded_amount_zakat_eligible_check CHECK (zakat_eligible >= 0)
);
grant insert, select, update on giving.refunded_amount to sunbul_app;
CREATE TRIGGER refund_within_donation BEFORE INSERT OR UPDATE ON giving.refunded_amount FOR EACH ROW EXECUTE FUNCTION giving.refuse_excess_refund();
CREATE TRIGGER refunded_amount_changed AFTER INSERT OR UPDATE ON giving.refunded_amount FOR EACH ROW EXECUTE FUNCTION change_feed.note_donation_of();

CREATE OR REPLACE FUNCTION giving.add_tax_address(ids uuid[], address jsonb, aided uuid[], receipted uuid[], shared boolean)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update giving.donation d
  set
    tax_address = address,
    gift_aid = d.gift_aid or d.id = any(aided),
    gift_aid_requested = case when d.gift_aid or d.id = any(aided) then null else d.gift_aid_requested end,
    tax_receipt = d.tax_receipt or d.id = any(receipted),
    share_address = d.share_address or shared
  where d.id = any(ids)
    and d.retained_until is null
    and (
      d.tax_address is distinct from address
      or d.id = any(aided) and not d.gift_aid
      or d.id = any(receipted) and not d.tax_receipt
      or shared and not d.share_address
    )
  returning d.id
$function$;
revoke execute on function giving.add_tax_address(uuid[],jsonb,uuid[],uuid[],boolean) from public;

CREATE OR REPLACE FUNCTION giving.mark_as_zakat(donation_id uuid, eligible bigint, eligible_bps integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with marked as (
    update giving.donation d
    set
      is_zakat = true,
      zakat_eligible = eligible,
      zakat_eligible_bps = nullif(eligible_bps, 10000)
    where d.id = donation_id
      and not d.is_zakat
    returning 1
  )
  select exists (select from marked)
$function$;
revoke execute on function giving.mark_as_zakat(uuid,bigint,integer) from public;

CREATE OR REPLACE FUNCTION giving.pieces_left(quantity integer, gift bigint, refunded bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select quantity - floor(least(greatest(refunded, 0), gift)::numeric * quantity / gift)::integer
$function$;

CREATE OR REPLACE FUNCTION giving.public_name(d giving.donation)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when not d.is_anonymous then coalesce(nullif(d.custom_name, ''), nullif(d.name, '')) end
$function$;

CREATE OR REPLACE FUNCTION giving.public_place(d giving.donation)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when not d.is_anonymous then nullif(d.location, '') end
$function$;

CREATE OR REPLACE FUNCTION giving.purge_encrypted_fields(ended_before timestamp with time zone, at_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select d.id
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    where d.encrypted_fields is not null
      and case when c.status = 3 then least(c.ends_at, c.changed_at) else c.ends_at end < ended_before
    limit at_most
    for update of d skip locked
  ),
  purged as (
    update giving.donation d
    set encrypted_fields = null
    from due
    where d.id = due.id
    returning 1
  )
  select count(*)::integer
  from purged
$function$;
revoke execute on function giving.purge_encrypted_fields(timestamp with time zone,integer) from public;

CREATE OR REPLACE FUNCTION giving.purge_expired(today date, at timestamp with time zone, at_most integer)
 RETURNS TABLE(id uuid, intent_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select d.id from giving.donation d where d.retained_until < today and d.purged_at is null order by d.retained_until limit at_most for update skip locked
  ), declared as (
    update giving.gift_aid_declaration g set first_name = '', last_name = '', address = '{}', ip = '' from due where g.donation_id = due.id returning 1
  )
  update giving.donation d set purged_at = at, email = null, name = '', tax_address = null, country = null, card_brand = null, card_last4 = null, guest_id = null
  from due where d.id = due.id returning d.id, d.intent_id
$function$;
revoke execute on function giving.purge_expired(date,timestamp with time zone,integer) from public;

CREATE OR REPLACE FUNCTION giving.refuse_excess_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare d giving.donation;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  if new.gift > d.gift or new.tip > d.tip or new.covered_fee > d.covered_fee or new.processing_fee > d.processing_fee or new.zakat_eligible > d.zakat_eligible
     or new.is_fully_refunded <> (new.gift = d.gift) then
    raise exception 'donation %: refunds exceed the donation', new.donation_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION giving.retain_for_accounting(ids uuid[], until date[])
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with retained as (
    update giving.donation d set retained_until = k.until, is_anonymous = true, custom_name = null, location = null, note = null, level_email = null,
      share_address = false, receive_updates = false, newsletter = false, referred_donor = null, source = null, dedication = null, qurbani_names = null,
      tax_address = case when d.gift_aid or d.tax_receipt then d.tax_address end, shipping_address = null, billing_address = null, encrypted_fields = null, save_card = false
    from unnest(ids, until) as k(id, until) where d.id = k.id and d.retained_until is null returning 1)
  select count(*)::integer from retained
$function$;
revoke execute on function giving.retain_for_accounting(uuid[],date[]) from public;

CREATE OR REPLACE FUNCTION giving.set_donor_key(donation_ids uuid[], key bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update giving.donation
  set donor_key = key
  where id = any(donation_ids)
    and donor_key <> key
$function$;
revoke execute on function giving.set_donor_key(uuid[],bytea) from public;

create schema hosted_pages;
grant usage on schema hosted_pages to sunbul_app;

create table hosted_pages.level (
  id uuid not null,
  page_id uuid not null,
  level_id bigint,
  constraint level_pkey PRIMARY KEY (id),
  constraint level_level_id_key UNIQUE (level_id),
  constraint level_level_id_fkey FOREIGN KEY (level_id) REFERENCES campaigns.level(id),
  constraint level_page_id_fkey FOREIGN KEY (page_id) REFERENCES hosted_pages.page(id) ON DELETE CASCADE
);
grant delete, insert, select, update on hosted_pages.level to sunbul_app;
CREATE INDEX level_page ON hosted_pages.level USING btree (page_id);

create table hosted_pages.page (
  id uuid not null,
  organization_id bigint not null,
  campaign_id bigint not null,
  slug text not null,
  draft jsonb not null,
  version integer not null,
  changed jsonb not null,
  published_version integer,
  published_at timestamp with time zone,
  review_requested_at timestamp with time zone,
  created_by_account_id uuid,
  request_key text,
  request_hash text,
  saves_minute timestamp with time zone,
  saves smallint not null default 0,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint page_pkey PRIMARY KEY (id),
  constraint page_campaign_id_key UNIQUE (campaign_id),
  constraint page_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint page_created_by_account_id_fkey FOREIGN KEY (created_by_account_id) REFERENCES identity.account(id),
  constraint page_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint page_published_version FOREIGN KEY (id, published_version) REFERENCES hosted_pages.version(page_id, number) DEFERRABLE INITIALLY DEFERRED,
  constraint page_not_in_review_and_public CHECK (review_requested_at IS NULL OR published_version IS NULL),
  constraint page_published_whole CHECK ((published_version IS NULL) = (published_at IS NULL)),
  constraint page_request_whole CHECK ((request_key IS NULL) = (request_hash IS NULL)),
  constraint page_slug_check CHECK (slug ~ '^[a-z0-9-]{1,100}$'::text),
  constraint page_version_check CHECK (version > 0)
);
grant delete, insert, select, update on hosted_pages.page to sunbul_app;
CREATE INDEX page_account ON hosted_pages.page USING btree (created_by_account_id) WHERE created_by_account_id IS NOT NULL;
CREATE INDEX page_in_review ON hosted_pages.page USING btree (organization_id) WHERE review_requested_at IS NOT NULL;
CREATE INDEX page_organization ON hosted_pages.page USING btree (organization_id, changed_at DESC, id DESC);
CREATE UNIQUE INDEX page_request ON hosted_pages.page USING btree (request_key) WHERE request_key IS NOT NULL;
CREATE TRIGGER page_added AFTER INSERT ON hosted_pages.page FOR EACH ROW EXECUTE FUNCTION change_feed.note('page');
CREATE TRIGGER page_changed AFTER UPDATE OF slug, draft, published_version, published_at, review_requested_at ON hosted_pages.page FOR EACH ROW EXECUTE FUNCTION change_feed.note('page');
CREATE TRIGGER page_owns_its_campaign BEFORE INSERT OR UPDATE OF campaign_id, organization_id ON hosted_pages.page FOR EACH ROW EXECUTE FUNCTION hosted_pages.check_campaign();
CREATE TRIGGER webhook_event AFTER UPDATE OF published_version ON hosted_pages.page FOR EACH ROW WHEN (new.published_version IS NOT NULL AND new.published_version IS DISTINCT FROM old.published_version) EXECUTE FUNCTION webhooks.add_page_event();

create table hosted_pages.slug (
  organization_id bigint not null,
  slug_key text not null,
  slug text not null,
  page_id uuid not null,
  constraint slug_pkey PRIMARY KEY (organization_id, slug_key),
  constraint slug_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint slug_page_id_fkey FOREIGN KEY (page_id) REFERENCES hosted_pages.page(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
grant delete, insert, select, update on hosted_pages.slug to sunbul_app;
CREATE INDEX slug_page ON hosted_pages.slug USING btree (page_id);

create table hosted_pages.version (
  page_id uuid not null,
  number integer not null,
  content jsonb not null,
  published_at timestamp with time zone not null,
  published_by_account_id uuid,
  constraint version_pkey PRIMARY KEY (page_id, number),
  constraint version_page_id_fkey FOREIGN KEY (page_id) REFERENCES hosted_pages.page(id) ON DELETE CASCADE,
  constraint version_published_by_account_id_fkey FOREIGN KEY (published_by_account_id) REFERENCES identity.account(id),
  constraint version_number_check CHECK (number > 0)
);
grant delete, insert, select, update on hosted_pages.version to sunbul_app;
CREATE INDEX version_account ON hosted_pages.version USING btree (published_by_account_id) WHERE published_by_account_id IS NOT NULL;

CREATE OR REPLACE FUNCTION hosted_pages.check_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from campaigns.campaign c where c.id = new.campaign_id and c.organization_id = new.organization_id and c.kind = 'hosted-page') then
    raise exception 'a hosted page owns a campaign of its own charity' using errcode = 'check_violation', constraint = 'page_owns_its_campaign';
  end if;
  return new;
end $function$;

create schema identity;
grant usage on schema identity to sunbul_app;

create table identity.account (
  id uuid not null,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  password_hash text,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  roles text[] not null default '{}'::text[],
  locale text not null default 'en'::text,
  preferences jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  email_confirmed_at timestamp with time zone,
  erased_at timestamp with time zone,
  kind text not null default 'person'::text,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint account_kind_check CHECK (kind = ANY (ARRAY['person'::text, 'api-key'::text])),
  constraint account_roles_check CHECK (roles <@ ARRAY['support'::text, 'reviewer'::text, 'finance'::text, 'admin'::text]),
  constraint api_key_account_has_no_login CHECK (kind = 'person'::text OR email_confirmed_at IS NULL AND password_hash IS NULL AND roles = '{}'::text[]),
  constraint erased_account_is_anonymous CHECK (erased_at IS NULL OR email = (('erased-'::text || id::text) || '@erased.invalid'::text) AND email_confirmed_at IS NULL AND password_hash IS NULL AND first_name = ''::text AND last_name = ''::text AND roles = '{}'::text[] AND preferences = '{}'::jsonb)
);
grant delete, insert, select, update on identity.account to sunbul_app;
CREATE INDEX account_email ON identity.account USING btree (email_key);
CREATE UNIQUE INDEX account_email_confirmed ON identity.account USING btree (email_key) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX account_erased ON identity.account USING btree (erased_at) WHERE erased_at IS NOT NULL;
CREATE INDEX account_staff ON identity.account USING btree (id) WHERE roles <> '{}'::text[] AND erased_at IS NULL;
CREATE INDEX account_unconfirmed ON identity.account USING btree (created_at) WHERE email_confirmed_at IS NULL AND erased_at IS NULL;

create table identity.account_picture (
  account_id uuid not null,
  image bytea not null,
  set_at timestamp with time zone not null,
  constraint account_picture_pkey PRIMARY KEY (account_id),
  constraint account_picture_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint account_picture_image_check CHECK (length(image) >= 1 AND length(image) <= 400000)
);
-- storage external: image
grant delete, insert, select, update on identity.account_picture to sunbul_app;

create table identity.address_code (
  code_hash bytea not null,
  email_key text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint address_code_pkey PRIMARY KEY (code_hash),
  constraint address_code_code_hash_check CHECK (length(code_hash) = 32),
  constraint address_code_expires_later CHECK (expires_at > created_at)
);
grant delete, insert, select, update on identity.address_code to sunbul_app;

create table identity.api_key (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  secret_hash bytea not null,
  ending text not null,
  former_secret_hash bytea,
  former_valid_until timestamp with time zone,
  scopes text[] not null,
  allowed_addresses text[] not null default '{}'::text[],
  has_second_factor boolean not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  rotated_by uuid,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_former_secret_hash_key UNIQUE (former_secret_hash),
  constraint api_key_secret_hash_key UNIQUE (secret_hash),
  constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint api_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.account(id),
  constraint api_key_rotated_by_fkey FOREIGN KEY (rotated_by) REFERENCES identity.account(id),
  constraint api_key_allowed_addresses_check CHECK (cardinality(allowed_addresses) <= 20),
  constraint api_key_ending_check CHECK (ending ~ '^[0-9A-Za-z]{4}$'::text),
  constraint api_key_former_secret_hash_check CHECK (octet_length(former_secret_hash) = 32),
  constraint api_key_name_check CHECK (length(name) >= 1 AND length(name) <= 60),
  constraint api_key_scopes_check CHECK (cardinality(scopes) >= 1 AND cardinality(scopes) <= 30),
  constraint api_key_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  constraint expires_later CHECK (expires_at > created_at),
  constraint former_secret_has_an_end CHECK ((former_secret_hash IS NULL) = (former_valid_until IS NULL)),
  constraint secrets_differ CHECK (secret_hash <> former_secret_hash)
);
grant delete, insert, select, update on identity.api_key to sunbul_app;
CREATE INDEX api_key_account ON identity.api_key USING btree (account_id);
CREATE INDEX api_key_creator ON identity.api_key USING btree (created_by);
CREATE INDEX api_key_rotator ON identity.api_key USING btree (rotated_by) WHERE rotated_by IS NOT NULL;

create table identity.authenticator (
  account_id uuid not null,
  encrypted_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint authenticator_pkey PRIMARY KEY (account_id),
  constraint authenticator_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint authenticator_encrypted_secret_check CHECK (octet_length(encrypted_secret) = 48)
);
grant delete, insert, select, update on identity.authenticator to sunbul_app;

create unlogged table identity.call_count (
  call text not null,
  caller text not null,
  started_at timestamp with time zone not null,
  requests integer not null,
  constraint call_count_pkey PRIMARY KEY (call, caller)
);
grant delete, insert, select, update on identity.call_count to sunbul_app;

create table identity.code_attempt (
  account_id uuid not null,
  attempted_at timestamp with time zone not null,
  constraint code_attempt_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id)
);
grant delete, insert, select, update on identity.code_attempt to sunbul_app;
CREATE INDEX code_attempt_of_account ON identity.code_attempt USING btree (account_id, attempted_at);

create table identity.email_request (
  email_key text not null,
  ip text not null,
  requested_at timestamp with time zone not null,
  is_mailed boolean not null default true
);
grant delete, insert, select, update on identity.email_request to sunbul_app;
CREATE INDEX email_request_email ON identity.email_request USING btree (email_key, requested_at);
CREATE INDEX email_request_ip ON identity.email_request USING btree (ip, requested_at);

create table identity.external_login (
  id uuid not null,
  account_id uuid not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  linked_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint external_login_pkey PRIMARY KEY (id),
  constraint external_login_account_id_issuer_key UNIQUE (account_id, issuer),
  constraint external_login_issuer_subject_key UNIQUE (issuer, subject),
  constraint external_login_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint external_login_issuer_check CHECK (length(issuer) >= 1 AND length(issuer) <= 300),
  constraint external_login_provider_check CHECK (provider ~ '^[a-z]{2,20}$'::text),
  constraint external_login_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 255)
);
grant delete, insert, select, update on identity.external_login to sunbul_app;

create table identity.factor_removal (
  id uuid not null,
  account_id uuid not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  stop_hash bytea not null,
  stopped_at timestamp with time zone,
  approved_by uuid,
  removed_at timestamp with time zone,
  constraint factor_removal_pkey PRIMARY KEY (id),
  constraint factor_removal_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint factor_removal_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES identity.account(id),
  constraint factor_removal_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES identity.account(id),
  constraint factor_removal_after_72_hours CHECK (removed_at IS NULL OR removed_at >= (requested_at + '72:00:00'::interval)),
  constraint factor_removal_ends_once CHECK (stopped_at IS NULL OR removed_at IS NULL),
  constraint factor_removal_is_approved CHECK ((removed_at IS NULL) = (approved_by IS NULL)),
  constraint factor_removal_needs_two CHECK (approved_by IS DISTINCT FROM requested_by),
  constraint factor_removal_stop_hash_check CHECK (octet_length(stop_hash) = 32)
);
grant delete, insert, select, update on identity.factor_removal to sunbul_app;
CREATE INDEX factor_removal_of_approver ON identity.factor_removal USING btree (approved_by) WHERE approved_by IS NOT NULL;
CREATE INDEX factor_removal_of_requester ON identity.factor_removal USING btree (requested_by);
CREATE UNIQUE INDEX factor_removal_open ON identity.factor_removal USING btree (account_id) WHERE stopped_at IS NULL AND removed_at IS NULL;
CREATE UNIQUE INDEX factor_removal_stop ON identity.factor_removal USING btree (stop_hash);

create table identity.former_email (
  account_id uuid not null,
  email_key text not null,
  replaced_at timestamp with time zone not null,
  constraint former_email_pkey PRIMARY KEY (account_id, email_key),
  constraint former_email_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE
);
grant delete, insert, select, update on identity.former_email to sunbul_app;
CREATE INDEX former_email_key ON identity.former_email USING btree (email_key);

create table identity.guest (
  id uuid not null,
  email text not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint guest_pkey PRIMARY KEY (id)
);
-- statistics 20: id, email, name, created_at
grant delete, insert, select, update on identity.guest to sunbul_app;

create table identity.known_browser (
  account_id uuid not null,
  browser_hash bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_browser_pkey PRIMARY KEY (account_id, browser_hash),
  constraint known_browser_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint known_browser_browser_hash_check CHECK (length(browser_hash) = 32)
);
grant delete, insert, select, update on identity.known_browser to sunbul_app;

create table identity.login_failure (
  email_key text not null,
  ip text not null,
  failed_at timestamp with time zone not null
);
grant delete, insert, select, update on identity.login_failure to sunbul_app;
CREATE INDEX login_failure_email ON identity.login_failure USING btree (email_key, failed_at);
CREATE INDEX login_failure_ip ON identity.login_failure USING btree (ip, failed_at);

create table identity.mail_code (
  code_hash bytea not null,
  purpose text not null,
  account_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  email text,
  constraint mail_code_pkey PRIMARY KEY (code_hash),
  constraint mail_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint mail_code_code_hash_check CHECK (length(code_hash) = 32),
  constraint mail_code_expires_later CHECK (expires_at > created_at),
  constraint mail_code_has_its_email CHECK ((email IS NOT NULL) = (purpose = ANY (ARRAY['change-email'::text, 'undo-email'::text]))),
  constraint mail_code_purpose_check CHECK (purpose = ANY (ARRAY['confirm-email'::text, 'log-in'::text, 'set-password'::text, 'change-email'::text, 'undo-email'::text]))
);
grant delete, insert, select, update on identity.mail_code to sunbul_app;
CREATE INDEX mail_code_account ON identity.mail_code USING btree (account_id, purpose);

create view identity.mailbox as
 SELECT a.id AS account_id,
    a.email_key,
    tstzrange(( SELECT max(f.replaced_at) AS max
           FROM identity.former_email f
          WHERE f.email_key = a.email_key AND f.account_id <> a.id), NULL::timestamp with time zone) AS valid_during
   FROM identity.account a
  WHERE a.email_confirmed_at IS NOT NULL
UNION ALL
 SELECT h.account_id,
    h.email_key,
    tstzrange(( SELECT max(f.replaced_at) AS max
           FROM identity.former_email f
          WHERE f.email_key = h.email_key AND f.account_id <> h.account_id AND f.replaced_at < h.replaced_at), h.replaced_at) AS valid_during
   FROM identity.former_email h;
grant delete, insert, select, update on identity.mailbox to sunbul_app;

create table identity.passkey (
  id uuid not null,
  account_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  is_backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint passkey_counter_check CHECK (counter >= 0),
  constraint passkey_credential_id_check CHECK (length(credential_id) >= 8 AND length(credential_id) <= 1400),
  constraint passkey_name_check CHECK (length(name) >= 1 AND length(name) <= 60)
);
grant delete, insert, select, update on identity.passkey to sunbul_app;
CREATE INDEX passkey_account ON identity.passkey USING btree (account_id);

create table identity.passkey_challenge (
  challenge_hash bytea not null,
  purpose text not null,
  account_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint passkey_challenge_account_adds CHECK ((purpose = 'add'::text) = (account_id IS NOT NULL)),
  constraint passkey_challenge_challenge_hash_check CHECK (length(challenge_hash) = 32),
  constraint passkey_challenge_purpose_check CHECK (purpose = ANY (ARRAY['add'::text, 'log-in'::text]))
);
grant delete, insert, select, update on identity.passkey_challenge to sunbul_app;
CREATE INDEX passkey_challenge_expiry ON identity.passkey_challenge USING btree (expires_at);

create table identity.recovery_code (
  account_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint recovery_code_code_hash_check CHECK (octet_length(code_hash) = 32)
);
grant delete, insert, select, update on identity.recovery_code to sunbul_app;

create table identity.secret_use (
  purpose text not null,
  fingerprint text not null,
  first_used_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint secret_use_pkey PRIMARY KEY (purpose, fingerprint),
  constraint secret_use_period CHECK (last_used_at >= first_used_at),
  constraint secret_use_purpose_check CHECK (purpose = ANY (ARRAY['SESSION_SECRET'::text, 'FIELD_KEY'::text, 'PSEUDONYM_KEY'::text]))
);
grant delete, insert, select, update on identity.secret_use to sunbul_app;

create table identity.session (
  token_hash bytea not null,
  account_id uuid not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ip text not null,
  user_agent text not null,
  authenticated_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  country text,
  second_factor_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (token_hash),
  constraint session_id_key UNIQUE (id),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint session_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint session_token_hash_check CHECK (length(token_hash) = 32)
);
grant delete, insert, select, update on identity.session to sunbul_app;
CREATE INDEX session_account ON identity.session USING btree (account_id);

CREATE OR REPLACE FUNCTION identity.count_code_attempt(account uuid, instant timestamp with time zone, since timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  -- One at a time, so that codes sent at once are counted one after another.
  perform pg_advisory_xact_lock(hashtextextended('identity.code_attempt ' || account, 0));

  insert into identity.code_attempt (account_id, attempted_at)
  values (account, instant);

  return (
    select count(*)::int
    from identity.code_attempt
    where account_id = account
      and attempted_at > since
  );
end $function$;

CREATE OR REPLACE FUNCTION identity.count_email_request(key text, network text, instant timestamp with time zone, mails_max integer)
 RETURNS TABLE(is_allowed boolean, from_ip integer)
 LANGUAGE plpgsql
AS $function$
begin
  -- One at a time, so that of many requests at once the first ones are mailed.
  perform pg_advisory_xact_lock(hashtextextended('identity.email_request ' || key, 0));

  select count(*) < mails_max into is_allowed
  from identity.email_request
  where email_key = key
    and requested_at > instant - interval '1 hour'
    and is_mailed;

  insert into identity.email_request (email_key, ip, requested_at, is_mailed)
  values (key, network, instant, is_allowed);

  select count(*)::int into from_ip
  from identity.email_request
  where ip = network
    and requested_at > instant - interval '1 hour';
  return next;
end $function$;

CREATE OR REPLACE FUNCTION identity.count_login_attempt(key text, network text, instant timestamp with time zone)
 RETURNS TABLE(for_email integer, from_ip integer)
 LANGUAGE plpgsql
AS $function$
begin
  -- One at a time, so that passwords sent at once are counted one after another.
  perform pg_advisory_xact_lock(hashtextextended('identity.login_failure ' || key, 0));

  insert into identity.login_failure (email_key, ip, failed_at)
  values (key, network, instant);

  select count(*)::int into for_email
  from identity.login_failure
  where email_key = key
    and failed_at > instant - interval '1 day';

  select count(*)::int into from_ip
  from identity.login_failure
  where ip = network
    and failed_at > instant - interval '1 hour';
  return next;
end $function$;

create schema ledger;
grant usage on schema ledger to sunbul_app;

create table ledger.entry (
  tx_id uuid not null,
  line smallint not null,
  account text not null,
  subject_id bigint,
  meaning text not null,
  currency character(3) not null,
  amount bigint not null,
  constraint entry_pkey PRIMARY KEY (tx_id, line),
  constraint entry_account_check CHECK (account = ANY (ARRAY['provider_clearing'::text, 'bank'::text, 'payout_in_transit'::text, 'disputes_receivable'::text, 'campaign_payable'::text, 'zakat_payable'::text, 'campaign_reserve'::text, 'tip_revenue'::text, 'platform_fee_revenue'::text, 'processor_fee_expense'::text, 'zakat_fee_fund'::text, 'refund_loss'::text, 'dispute_fee_expense'::text, 'fx_clearing'::text, 'fx_gain_loss'::text, 'rounding'::text, 'suspense'::text, 'offline_memo'::text, 'gift_aid_memo'::text])),
  constraint entry_amount_check CHECK (amount <> 0),
  constraint entry_meaning_check CHECK (meaning = ANY (ARRAY['charge'::text, 'gift'::text, 'covered_fee'::text, 'tip'::text, 'processing_fee'::text, 'settlement'::text, 'refund'::text, 'dispute'::text, 'payout'::text, 'reserve'::text, 'release'::text, 'repayment'::text, 'sponsorship'::text, 'memo'::text, 'qurbani'::text, 'sadaqah'::text])) NOT VALID,
  constraint entry_subject CHECK ((account = ANY (ARRAY['campaign_payable'::text, 'zakat_payable'::text, 'campaign_reserve'::text])) AND subject_id IS NOT NULL OR account = 'offline_memo'::text OR (account <> ALL (ARRAY['campaign_payable'::text, 'zakat_payable'::text, 'campaign_reserve'::text, 'offline_memo'::text])) AND subject_id IS NULL)
);
-- statistics 20: tx_id, line, account, subject_id, meaning, currency, amount
grant insert, select on ledger.entry to sunbul_app;
CREATE INDEX entry_payable ON ledger.entry USING btree (subject_id, currency) WHERE account = ANY (ARRAY['campaign_payable'::text, 'zakat_payable'::text]);
CREATE INDEX entry_payout ON ledger.entry USING btree (subject_id) WHERE meaning = 'payout'::text;
CREATE INDEX entry_zakat_fee_fund ON ledger.entry USING btree (currency) INCLUDE (amount) WHERE account = 'zakat_fee_fund'::text;
CREATE TRIGGER entry_append_only BEFORE DELETE OR UPDATE ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER entry_with_tx AFTER INSERT ON ledger.entry REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_late_entries();

create table ledger.last_check (
  name text not null,
  title text not null,
  breaches integer not null,
  checked_at timestamp with time zone not null,
  constraint last_check_pkey PRIMARY KEY (name),
  constraint last_check_breaches_check CHECK (breaches >= 0),
  constraint last_check_name_check CHECK (name ~ '^Q[0-9]+$'::text)
);
grant delete, insert, select, update on ledger.last_check to sunbul_app;

create table ledger.tx (
  id uuid not null,
  source_type text not null,
  source_id uuid not null,
  event_type text not null,
  occurred_at timestamp with time zone not null,
  reverses_tx_id uuid,
  constraint tx_pkey PRIMARY KEY (id),
  constraint tx_source_type_source_id_event_type_key UNIQUE (source_type, source_id, event_type),
  constraint tx_reverses_tx_id_fkey FOREIGN KEY (reverses_tx_id) REFERENCES ledger.tx(id)
);
-- statistics 20: id, source_type, source_id, event_type, occurred_at, reverses_tx_id
grant insert, select on ledger.tx to sunbul_app;
CREATE UNIQUE INDEX tx_reverses ON ledger.tx USING btree (reverses_tx_id) WHERE reverses_tx_id IS NOT NULL;
CREATE TRIGGER tx_append_only BEFORE DELETE OR UPDATE ON ledger.tx FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE CONSTRAINT TRIGGER tx_balances AFTER INSERT ON ledger.tx DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.refuse_imbalance();
CREATE TRIGGER tx_no_truncate BEFORE TRUNCATE ON ledger.tx FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER tx_unpublished AFTER INSERT ON ledger.tx REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public_ledger.add_unpublished();

CREATE OR REPLACE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_imbalance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from ledger.entry where tx_id = new.id) < 2
     or exists (select from ledger.entry where tx_id = new.id group by currency having sum(amount) <> 0) then
    raise exception 'ledger transaction % does not balance', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_late_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from added left join ledger.tx on tx.id = added.tx_id
             where tx.id is null or tx.xmin::text <> (pg_current_xact_id()::text::bigint % 4294967296)::text) then
    raise exception 'ledger entries must be written with their transaction' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

create schema media;
grant usage on schema media to sunbul_app;

create table media.picture (
  id uuid not null,
  account_id uuid,
  width integer not null,
  height integer not null,
  bytes integer not null,
  uploaded_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint picture_pkey PRIMARY KEY (id),
  constraint picture_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint picture_bytes_check CHECK (bytes > 0),
  constraint picture_height_check CHECK (height > 0),
  constraint picture_width_check CHECK (width > 0)
);
grant delete, insert, select, update on media.picture to sunbul_app;
CREATE INDEX picture_account ON media.picture USING btree (account_id);
CREATE INDEX picture_unused ON media.picture USING btree (uploaded_at) WHERE used_at IS NULL;

create schema moderation;
grant usage on schema moderation to sunbul_app;

create table moderation."case" (
  id uuid not null,
  kind text not null,
  subject_id text not null,
  campaign_id bigint not null,
  opened_at timestamp with time zone not null,
  reasons jsonb not null,
  parts jsonb not null,
  score integer not null,
  at_stake bigint not null,
  currency character(3) not null,
  snapshot jsonb not null,
  assignee_account_id uuid,
  state text not null default 'open'::text,
  decided_at timestamp with time zone,
  decided_by_account_id uuid,
  decision text,
  reason text,
  constraint case_pkey PRIMARY KEY (id),
  constraint case_assignee_account_id_fkey FOREIGN KEY (assignee_account_id) REFERENCES identity.account(id),
  constraint case_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint case_decided_by_account_id_fkey FOREIGN KEY (decided_by_account_id) REFERENCES identity.account(id),
  constraint case_at_stake_check CHECK (at_stake >= 0),
  constraint case_decision_complete CHECK ((state = 'decided'::text) = (decided_at IS NOT NULL AND decision IS NOT NULL AND reason IS NOT NULL) AND (state = 'open'::text OR decided_by_account_id IS NOT NULL OR decision = 'resolved-elsewhere'::text)),
  constraint case_kind_check CHECK (kind = ANY (ARRAY['fundraiser'::text, 'edit'::text, 'zakat'::text, 'report'::text, 'comment'::text, 'refund'::text, 'charity'::text, 'payment'::text, 'ownership'::text, 'name'::text, 'match'::text])),
  constraint case_parts_check CHECK (jsonb_typeof(parts) = 'array'::text),
  constraint case_reasons_check CHECK (jsonb_typeof(reasons) = 'array'::text),
  constraint case_state_check CHECK (state = ANY (ARRAY['open'::text, 'decided'::text]))
);
grant delete, insert, select, update on moderation."case" to sunbul_app;
CREATE INDEX case_decided ON moderation."case" USING btree (decided_at DESC, id) WHERE state = 'decided'::text;
CREATE UNIQUE INDEX case_of_edit ON moderation."case" USING btree (subject_id) WHERE kind = 'edit'::text;
CREATE INDEX case_of_text ON moderation."case" USING btree (subject_id) WHERE kind = ANY (ARRAY['comment'::text, 'refund'::text]);
CREATE INDEX case_queue ON moderation."case" USING btree (score DESC, opened_at, id) WHERE state = 'open'::text;
CREATE UNIQUE INDEX one_open_case ON moderation."case" USING btree (kind, subject_id) WHERE state = 'open'::text;
CREATE TRIGGER case_decision_final BEFORE UPDATE ON moderation."case" FOR EACH ROW WHEN (old.state = 'decided'::text) EXECUTE FUNCTION moderation.refuse_decision_change();

create table moderation.deleted_evidence (
  id uuid not null,
  kind text not null,
  deleted_at timestamp with time zone not null,
  constraint deleted_evidence_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on moderation.deleted_evidence to sunbul_app;

create table moderation.evidence (
  id uuid not null,
  campaign_id bigint not null,
  verification_id uuid,
  place smallint not null,
  kind text not null,
  bytes integer not null,
  digest bytea not null,
  description text not null,
  added_at timestamp with time zone not null,
  added_by_account_id uuid,
  constraint evidence_pkey PRIMARY KEY (id),
  constraint evidence_once UNIQUE NULLS NOT DISTINCT (campaign_id, verification_id, digest),
  constraint evidence_place UNIQUE NULLS NOT DISTINCT (campaign_id, verification_id, place),
  constraint evidence_added_by_account_id_fkey FOREIGN KEY (added_by_account_id) REFERENCES identity.account(id),
  constraint evidence_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id) ON DELETE CASCADE,
  constraint evidence_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES moderation.zakat_verification(id) ON DELETE CASCADE,
  constraint evidence_bytes_check CHECK (bytes >= 1 AND bytes <= 10485760),
  constraint evidence_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  constraint evidence_digest_check CHECK (length(digest) = 32),
  constraint evidence_kind_check CHECK (kind = ANY (ARRAY['webp'::text, 'pdf'::text])),
  constraint evidence_place_check CHECK (place >= 1 AND place <= 5)
);
grant delete, insert, select, update on moderation.evidence to sunbul_app;
CREATE INDEX evidence_account ON moderation.evidence USING btree (added_by_account_id);
CREATE INDEX evidence_verification ON moderation.evidence USING btree (verification_id);
CREATE TRIGGER record_deleted_evidence AFTER DELETE ON moderation.evidence FOR EACH ROW EXECUTE FUNCTION moderation.record_deleted_evidence();

create table moderation.note (
  id uuid not null,
  case_id uuid not null,
  author_id uuid not null,
  body text not null,
  written_at timestamp with time zone not null,
  constraint note_pkey PRIMARY KEY (id),
  constraint note_author_id_fkey FOREIGN KEY (author_id) REFERENCES identity.account(id),
  constraint note_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation."case"(id),
  constraint note_body_check CHECK (length(body) >= 1 AND length(body) <= 4000)
);
grant delete, insert, select, update on moderation.note to sunbul_app;
CREATE INDEX note_case ON moderation.note USING btree (case_id, written_at);

create table moderation.report (
  id uuid not null,
  case_id uuid not null,
  reason text not null,
  body text not null default ''::text,
  email text,
  account_id uuid,
  reporter_key bytea,
  reported_at timestamp with time zone not null,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint report_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation."case"(id),
  constraint report_body_check CHECK (length(body) <= 4000)
);
grant delete, insert, select, update on moderation.report to sunbul_app;
CREATE INDEX report_account ON moderation.report USING btree (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX report_case ON moderation.report USING btree (case_id, reported_at);
CREATE INDEX report_email ON moderation.report USING btree (lower(email)) WHERE email IS NOT NULL;
CREATE INDEX report_reporter ON moderation.report USING btree (reporter_key, reported_at) WHERE reporter_key IS NOT NULL;

create table moderation.zakat_verification (
  id uuid not null,
  campaign_id bigint not null,
  state text not null,
  categories text[] not null,
  note text not null,
  links text[] not null default '{}'::text[],
  requested_at timestamp with time zone not null,
  requested_by_account_id uuid,
  reviewer_account_id uuid,
  verified_at timestamp with time zone,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  warned_at timestamp with time zone,
  ruled_by text,
  ruled_on date,
  schools text[] not null default '{}'::text[],
  conditions text not null default ''::text,
  eligible_bps integer not null default 10000,
  document_url text,
  document_id uuid,
  constraint zakat_verification_pkey PRIMARY KEY (id),
  constraint zakat_verification_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint zakat_verification_document_id_fkey FOREIGN KEY (document_id) REFERENCES moderation.evidence(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  constraint zakat_verification_requested_by_account_id_fkey FOREIGN KEY (requested_by_account_id) REFERENCES identity.account(id),
  constraint zakat_verification_reviewer_account_id_fkey FOREIGN KEY (reviewer_account_id) REFERENCES identity.account(id),
  constraint zakat_verification_categories_check CHECK (cardinality(categories) >= 1),
  constraint zakat_verification_eligible_bps CHECK (eligible_bps >= 1 AND eligible_bps <= 10000),
  constraint zakat_verification_has_dates CHECK ((state = ANY (ARRAY['granted'::text, 'revoked'::text, 'expired'::text, 'renewed'::text])) = (verified_at IS NOT NULL AND expires_at IS NOT NULL)),
  constraint zakat_verification_note_check CHECK (length(note) >= 1 AND length(note) <= 4000),
  constraint zakat_verification_ruling CHECK ((ruled_by IS NULL) = (ruled_on IS NULL) AND length(ruled_by) >= 1 AND length(ruled_by) <= 120 AND length(conditions) <= 1000 AND document_url ~ '^https://'::text),
  constraint zakat_verification_schools CHECK (schools <@ ARRAY['hanafi'::text, 'maliki'::text, 'shafii'::text, 'hanbali'::text]),
  constraint zakat_verification_state_check CHECK (state = ANY (ARRAY['requested'::text, 'granted'::text, 'declined'::text, 'revoked'::text, 'expired'::text, 'renewed'::text]))
);
grant delete, insert, select, update on moderation.zakat_verification to sunbul_app;
CREATE UNIQUE INDEX one_zakat_request ON moderation.zakat_verification USING btree (campaign_id) WHERE state = 'requested'::text;
CREATE UNIQUE INDEX one_zakat_verification ON moderation.zakat_verification USING btree (campaign_id) WHERE state = 'granted'::text;
CREATE INDEX zakat_verification_campaign ON moderation.zakat_verification USING btree (campaign_id, requested_at DESC);
CREATE INDEX zakat_verification_end ON moderation.zakat_verification USING btree (expires_at) WHERE state = 'granted'::text;

CREATE OR REPLACE FUNCTION moderation.record_deleted_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into moderation.deleted_evidence (id, kind, deleted_at) values (old.id, old.kind, now());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION moderation.refuse_decision_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.snapshot = '{}' and to_jsonb(new) - 'snapshot' = to_jsonb(old) - 'snapshot' then return new; end if;
  raise exception 'a decided case is not changed' using errcode = 'insufficient_privilege';
end $function$;

create schema notifications;
grant usage on schema notifications to sunbul_app;

create table notifications.mail (
  id uuid not null,
  message_id text not null,
  kind text not null,
  to_address text not null,
  locale text not null,
  subject text not null,
  html text,
  plain text,
  state text not null default 'queued'::text,
  attempts smallint not null default 0,
  next_attempt_at timestamp with time zone not null,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  content jsonb,
  purge_at timestamp with time zone,
  refusals smallint not null default 0,
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_message_id_key UNIQUE (message_id),
  constraint mail_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])),
  constraint queued_mail_has_content CHECK (state <> 'queued'::text OR content IS NOT NULL OR html IS NOT NULL AND plain IS NOT NULL) NOT VALID
);
-- statistics 0: html, plain, content
-- statistics 20: id, message_id, kind, to_address, locale, subject, state, attempts, next_attempt_at, last_error, created_at, sent_at, purge_at
-- storage external: html, plain
grant delete, insert, select, update on notifications.mail to sunbul_app;
CREATE INDEX mail_about_donation ON notifications.mail USING btree (split_part(message_id, '.'::text, 2)) WHERE kind = ANY (ARRAY['level-claimed'::text, 'dedication-card'::text]);
CREATE INDEX mail_newest ON notifications.mail USING btree (created_at DESC);
CREATE INDEX mail_purge_at ON notifications.mail USING btree (purge_at) WHERE purge_at IS NOT NULL;
CREATE INDEX mail_queued ON notifications.mail USING btree (next_attempt_at) WHERE state = 'queued'::text;
CREATE INDEX mail_recipient ON notifications.mail USING btree (lower(to_address));
CREATE INDEX mail_refused ON notifications.mail USING btree (lower(to_address)) WHERE refusals > 0;
CREATE INDEX mail_with_text ON notifications.mail USING btree (created_at) WHERE state <> 'queued'::text AND (content IS NOT NULL OR html IS NOT NULL);

create table notifications.visit_event (
  id bigint not null generated always as identity,
  name text not null,
  properties jsonb not null,
  happened_at timestamp with time zone not null,
  constraint visit_event_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on notifications.visit_event to sunbul_app;

create schema organizations;
grant usage on schema organizations to sunbul_app;

create table organizations.bank_details (
  id uuid not null,
  organization_id bigint not null,
  currency text not null,
  country text not null,
  account_name text not null,
  account_type text not null,
  last_four text not null,
  numbers bytea not null,
  needs_staff boolean not null,
  state text not null default 'pending'::text,
  entered_at timestamp with time zone not null,
  entered_by_account_id uuid,
  decided_at timestamp with time zone,
  decided_by_account_id uuid,
  active_from timestamp with time zone,
  stop_hash bytea,
  constraint bank_details_pkey PRIMARY KEY (id),
  constraint bank_details_decided_by_account_id_fkey FOREIGN KEY (decided_by_account_id) REFERENCES identity.account(id),
  constraint bank_details_entered_by_account_id_fkey FOREIGN KEY (entered_by_account_id) REFERENCES identity.account(id),
  constraint bank_details_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint bank_approval_complete CHECK ((state = ANY (ARRAY['approved'::text, 'stopped'::text])) <= (decided_at IS NOT NULL AND active_from IS NOT NULL)),
  constraint bank_approved_by_another CHECK (entered_by_account_id IS NULL OR decided_by_account_id IS NULL OR entered_by_account_id <> decided_by_account_id),
  constraint bank_details_account_name_check CHECK (length(account_name) >= 1 AND length(account_name) <= 70),
  constraint bank_details_account_type_check CHECK (account_type = ANY (ARRAY['checking'::text, 'savings'::text])),
  constraint bank_details_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint bank_details_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint bank_details_last_four_check CHECK (last_four ~ '^[A-Z0-9]{1,4}$'::text),
  constraint bank_details_state_check CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'stopped'::text, 'replaced'::text]))
);
grant delete, insert, select, update on organizations.bank_details to sunbul_app;
CREATE UNIQUE INDEX bank_one_pending ON organizations.bank_details USING btree (organization_id, currency) WHERE state = 'pending'::text;
CREATE INDEX bank_organization ON organizations.bank_details USING btree (organization_id, currency, entered_at DESC);
CREATE UNIQUE INDEX bank_stop ON organizations.bank_details USING btree (stop_hash) WHERE stop_hash IS NOT NULL;

create table organizations.deleted_file (
  id uuid not null,
  file_kind text not null,
  deleted_at timestamp with time zone not null,
  constraint deleted_file_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on organizations.deleted_file to sunbul_app;

create table organizations.document (
  id uuid not null,
  organization_id bigint not null,
  kind text not null,
  file_kind text not null,
  bytes integer not null,
  digest bytea not null,
  name text not null,
  added_at timestamp with time zone not null,
  added_by_account_id uuid,
  constraint document_pkey PRIMARY KEY (id),
  constraint document_once_for_kind UNIQUE (organization_id, kind, digest),
  constraint document_added_by_account_id_fkey FOREIGN KEY (added_by_account_id) REFERENCES identity.account(id),
  constraint document_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint document_bytes_check CHECK (bytes > 0),
  constraint document_file_kind_check CHECK (file_kind = ANY (ARRAY['webp'::text, 'pdf'::text])),
  constraint document_kind_check CHECK (kind = ANY (ARRAY['extract'::text, 'authority'::text, 'identity'::text, 'tax-letter'::text, 'work'::text, 'other'::text])),
  constraint document_name_check CHECK (length(name) >= 1 AND length(name) <= 120)
);
grant delete, insert, select, update on organizations.document to sunbul_app;
CREATE INDEX document_account ON organizations.document USING btree (added_by_account_id);
CREATE INDEX document_organization ON organizations.document USING btree (organization_id, added_at);
CREATE TRIGGER record_deleted_document AFTER DELETE ON organizations.document FOR EACH ROW EXECUTE FUNCTION organizations.record_deleted_document();

create table organizations.domain (
  organization_id bigint not null,
  "position" smallint not null,
  host text not null,
  added_at timestamp with time zone not null,
  added_by_account_id uuid,
  verified_at timestamp with time zone,
  is_primary boolean not null default false,
  checked_at timestamp with time zone,
  next_check_at timestamp with time zone not null,
  missing_since timestamp with time zone,
  missing_count smallint not null default 0,
  unreachable_since timestamp with time zone,
  dropped_at timestamp with time zone,
  constraint domain_pkey PRIMARY KEY (organization_id, "position"),
  constraint domain_organization_id_host_key UNIQUE (organization_id, host),
  constraint domain_added_by_account_id_fkey FOREIGN KEY (added_by_account_id) REFERENCES identity.account(id),
  constraint domain_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint domain_check CHECK (NOT is_primary OR verified_at IS NOT NULL),
  constraint domain_check1 CHECK ((missing_since IS NULL) = (missing_count = 0)),
  constraint domain_check2 CHECK (dropped_at IS NULL OR verified_at IS NULL),
  constraint domain_host_check CHECK (length(host) <= 253 AND host ~ '^([a-z0-9-]+\.)+[a-z0-9-]+$'::text),
  constraint domain_missing_count_check CHECK (missing_count >= 0),
  constraint domain_position_check CHECK ("position" >= 1 AND "position" <= 5)
);
grant delete, insert, select, update on organizations.domain to sunbul_app;
CREATE INDEX domain_next_check ON organizations.domain USING btree (next_check_at);
CREATE UNIQUE INDEX domain_primary ON organizations.domain USING btree (organization_id) WHERE is_primary;
CREATE UNIQUE INDEX domain_verified_host ON organizations.domain USING btree (host) WHERE verified_at IS NOT NULL;

create table organizations.email_change (
  organization_id bigint not null,
  email text not null,
  code_hash bytea not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_change_pkey PRIMARY KEY (organization_id),
  constraint email_change_code_hash_key UNIQUE (code_hash),
  constraint email_change_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id)
);
grant delete, insert, select, update on organizations.email_change to sunbul_app;

create table organizations.embed_host (
  organization_id bigint not null,
  "position" smallint not null,
  host text not null,
  added_at timestamp with time zone not null,
  added_by_account_id uuid,
  constraint embed_host_pkey PRIMARY KEY (organization_id, "position"),
  constraint embed_host_organization_id_host_key UNIQUE (organization_id, host),
  constraint embed_host_added_by_account_id_fkey FOREIGN KEY (added_by_account_id) REFERENCES identity.account(id),
  constraint embed_host_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint embed_host_host_check CHECK (length(host) <= 270 AND host ~ '^(https://([a-z0-9-]+\.)+[a-z0-9-]+|http://([a-z0-9-]+\.)?localhost:[0-9]{1,5})$'::text),
  constraint embed_host_position_check CHECK ("position" >= 1 AND "position" <= 10)
);
grant delete, insert, select, update on organizations.embed_host to sunbul_app;

create table organizations.expiry_warning (
  organization_id bigint not null,
  verified_until timestamp with time zone not null,
  days_before integer not null,
  sent_at timestamp with time zone not null,
  constraint expiry_warning_pkey PRIMARY KEY (organization_id, verified_until, days_before),
  constraint expiry_warning_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint expiry_warning_days_before_check CHECK (days_before = ANY (ARRAY[30, 7, 0]))
);
grant delete, insert, select, update on organizations.expiry_warning to sunbul_app;

create table organizations.former_subdomain (
  subdomain text not null,
  organization_id bigint not null,
  changed_at timestamp with time zone not null,
  changed_by_account_id uuid,
  constraint former_subdomain_pkey PRIMARY KEY (subdomain),
  constraint former_subdomain_changed_by_account_id_fkey FOREIGN KEY (changed_by_account_id) REFERENCES identity.account(id),
  constraint former_subdomain_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id)
);
grant delete, insert, select, update on organizations.former_subdomain to sunbul_app;
CREATE INDEX former_subdomain_normalized ON organizations.former_subdomain USING btree (regexp_replace(subdomain, '-+'::text, '-'::text, 'g'::text));
CREATE INDEX former_subdomain_organization ON organizations.former_subdomain USING btree (organization_id, changed_at DESC);

create table organizations.member (
  organization_id bigint not null,
  account_id uuid not null,
  role text not null,
  added_at timestamp with time zone not null,
  owner_since timestamp with time zone,
  constraint member_pkey PRIMARY KEY (organization_id, account_id),
  constraint member_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint member_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'finance'::text, 'editor'::text, 'donor-support'::text])),
  constraint owner_since_of_owner CHECK (owner_since IS NULL OR role = 'owner'::text)
);
grant delete, insert, select, update on organizations.member to sunbul_app;
CREATE INDEX member_account ON organizations.member USING btree (account_id);
CREATE TRIGGER key_membership BEFORE INSERT OR UPDATE ON organizations.member FOR EACH ROW EXECUTE FUNCTION organizations.check_key_membership();

create table organizations.name_change (
  id uuid not null,
  organization_id bigint not null,
  name text not null,
  name_ar text,
  like_name text not null,
  requested_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  is_accepted boolean,
  constraint name_change_pkey PRIMARY KEY (id),
  constraint name_change_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint decided_once CHECK ((decided_at IS NULL) = (is_accepted IS NULL))
);
grant delete, insert, select, update on organizations.name_change to sunbul_app;
CREATE UNIQUE INDEX name_change_open ON organizations.name_change USING btree (organization_id) WHERE decided_at IS NULL;

create table organizations.organization (
  id bigint not null generated always as identity,
  slug text not null,
  name text not null,
  name_ar text,
  about text not null default ''::text,
  country character(2) not null,
  time_zone text not null,
  website text,
  email text not null,
  postal_address text not null,
  registration text not null,
  receipt_regime text not null,
  receipt_signatory text,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  verification_state text not null default 'none'::text,
  verified_until timestamp with time zone,
  legal_name text not null default ''::text,
  legal_form text not null default ''::text,
  register text not null default ''::text,
  registration_number text not null default ''::text,
  registration_key text,
  reviewers smallint,
  is_own boolean not null default false,
  closed_at timestamp with time zone,
  phone text not null default ''::text,
  primary_colour text not null default '#4AA567'::text,
  logo_id uuid,
  facebook text not null default ''::text,
  twitter text not null default ''::text,
  instagram text not null default ''::text,
  youtube text not null default ''::text,
  linkedin text not null default ''::text,
  thanks_en text not null default ''::text,
  thanks_ar text not null default ''::text,
  email_confirmed_at timestamp with time zone,
  closing_requested_at timestamp with time zone,
  closing_requested_by_account_id uuid,
  closed_by_account_id uuid,
  domain_token text,
  domain_checks_since timestamp with time zone,
  domain_checks smallint not null default 0,
  large_donation_from bigint,
  constraint organization_pkey PRIMARY KEY (id),
  constraint organization_domain_token_key UNIQUE (domain_token),
  constraint organization_slug_key UNIQUE (slug),
  constraint organization_closed_by_account_id_fkey FOREIGN KEY (closed_by_account_id) REFERENCES identity.account(id),
  constraint organization_closing_requested_by_account_id_fkey FOREIGN KEY (closing_requested_by_account_id) REFERENCES identity.account(id),
  constraint organization_logo_id_fkey FOREIGN KEY (logo_id) REFERENCES media.picture(id),
  constraint closed_by_another CHECK (closed_by_account_id IS NULL OR closed_by_account_id <> closing_requested_by_account_id),
  constraint closed_not_verified CHECK (closed_at IS NULL OR verification_state <> 'verified'::text),
  constraint closing_request_complete CHECK ((closing_requested_at IS NULL) = (closing_requested_by_account_id IS NULL)),
  constraint organization_domain_checks_check CHECK (domain_checks >= 0),
  constraint organization_domain_token_check CHECK (domain_token ~ '^[0-9a-f]{32}$'::text),
  constraint organization_large_donation_from_check CHECK (large_donation_from > 0),
  constraint organization_primary_colour_check CHECK (primary_colour ~ '^#[0-9A-F]{6}$'::text),
  constraint organization_receipt_regime_check CHECK (receipt_regime = ANY (ARRAY['uk'::text, 'us'::text, 'ca'::text, 'plain'::text])),
  constraint organization_reviewers_check CHECK (reviewers = ANY (ARRAY[1, 2])),
  constraint organization_thanks_ar_check CHECK (length(thanks_ar) <= 600),
  constraint organization_thanks_en_check CHECK (length(thanks_en) <= 600),
  constraint organization_verification_state_check CHECK (verification_state = ANY (ARRAY['none'::text, 'requested'::text, 'verified'::text, 'rejected'::text])),
  constraint verified_until_of_verified CHECK (verification_state <> 'verified'::text OR verified_at IS NOT NULL AND verified_until IS NOT NULL)
);
grant insert, select, update on organizations.organization to sunbul_app;
CREATE INDEX organization_closing ON organizations.organization USING btree (closing_requested_at) WHERE closing_requested_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX organization_logo ON organizations.organization USING btree (logo_id) WHERE logo_id IS NOT NULL;
CREATE UNIQUE INDEX organization_own ON organizations.organization USING btree (is_own) WHERE is_own;
CREATE UNIQUE INDEX organization_registration ON organizations.organization USING btree (registration_key) WHERE registration_key IS NOT NULL AND verification_state = 'verified'::text;
CREATE TRIGGER discovery_renamed AFTER UPDATE OF name, name_ar, slug ON organizations.organization FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.name_ar IS DISTINCT FROM new.name_ar OR old.slug IS DISTINCT FROM new.slug) EXECUTE FUNCTION discovery.organization_renamed();

create table organizations.ownership_change (
  id uuid not null,
  organization_id bigint not null,
  owner_account_id uuid,
  role text,
  successor_account_id uuid,
  requested_by_account_id uuid not null,
  requested_at timestamp with time zone not null,
  state text not null,
  effective_at timestamp with time zone,
  proposed_decision text,
  proposed_by_account_id uuid,
  ended_at timestamp with time zone,
  ended_by_account_id uuid,
  constraint ownership_change_pkey PRIMARY KEY (id),
  constraint ownership_change_ended_by_account_id_fkey FOREIGN KEY (ended_by_account_id) REFERENCES identity.account(id),
  constraint ownership_change_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint ownership_change_owner_account_id_fkey FOREIGN KEY (owner_account_id) REFERENCES identity.account(id),
  constraint ownership_change_proposed_by_account_id_fkey FOREIGN KEY (proposed_by_account_id) REFERENCES identity.account(id),
  constraint ownership_change_requested_by_account_id_fkey FOREIGN KEY (requested_by_account_id) REFERENCES identity.account(id),
  constraint ownership_change_successor_account_id_fkey FOREIGN KEY (successor_account_id) REFERENCES identity.account(id),
  constraint ownership_change_delay CHECK (state <> 'delayed'::text OR effective_at IS NOT NULL),
  constraint ownership_change_end CHECK ((state = ANY (ARRAY['delayed'::text, 'staff'::text])) = (ended_at IS NULL)),
  constraint ownership_change_has_subject CHECK (owner_account_id IS NOT NULL OR successor_account_id IS NOT NULL),
  constraint ownership_change_proposal CHECK ((proposed_decision IS NULL) = (proposed_by_account_id IS NULL)),
  constraint ownership_change_proposed_decision_check CHECK (proposed_decision = ANY (ARRAY['apply'::text, 'refuse'::text])),
  constraint ownership_change_role_check CHECK (role = ANY (ARRAY['admin'::text, 'finance'::text, 'editor'::text, 'donor-support'::text])),
  constraint ownership_change_state_check CHECK (state = ANY (ARRAY['delayed'::text, 'staff'::text, 'done'::text, 'stopped'::text, 'refused'::text, 'void'::text]))
);
grant delete, insert, select, update on organizations.ownership_change to sunbul_app;
CREATE UNIQUE INDEX one_pending_ownership_change ON organizations.ownership_change USING btree (organization_id) WHERE state = ANY (ARRAY['delayed'::text, 'staff'::text]);
CREATE INDEX ownership_change_account ON organizations.ownership_change USING btree (owner_account_id);
CREATE INDEX ownership_change_due ON organizations.ownership_change USING btree (effective_at) WHERE state = 'delayed'::text;
CREATE TRIGGER ownership_change_final BEFORE DELETE OR UPDATE ON organizations.ownership_change FOR EACH ROW WHEN (old.state <> ALL (ARRAY['delayed'::text, 'staff'::text])) EXECUTE FUNCTION organizations.refuse_ended_ownership_change();

create table organizations.picture (
  picture_id uuid not null,
  organization_id bigint not null,
  uploaded_at timestamp with time zone not null,
  constraint picture_pkey PRIMARY KEY (picture_id),
  constraint picture_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint picture_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES media.picture(id) ON DELETE CASCADE
);
grant delete, insert, select, update on organizations.picture to sunbul_app;
CREATE INDEX picture_organization ON organizations.picture USING btree (organization_id, uploaded_at);

create table organizations.report (
  id uuid not null,
  organization_id bigint not null,
  year smallint not null,
  title text not null,
  bytes integer not null,
  digest bytea not null,
  added_at timestamp with time zone not null,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_once UNIQUE (organization_id, digest),
  constraint report_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint report_bytes_check CHECK (bytes > 0),
  constraint report_title_check CHECK (length(title) >= 1 AND length(title) <= 120),
  constraint report_year_check CHECK (year >= 1900 AND year <= 2200)
);
grant delete, insert, select, update on organizations.report to sunbul_app;
CREATE INDEX report_organization ON organizations.report USING btree (organization_id, year DESC);
CREATE TRIGGER record_deleted_report AFTER DELETE ON organizations.report FOR EACH ROW EXECUTE FUNCTION organizations.record_deleted_report();

create table organizations.request_document (
  request_id uuid not null,
  document_id uuid not null,
  constraint request_document_pkey PRIMARY KEY (request_id, document_id),
  constraint request_document_document_id_fkey FOREIGN KEY (document_id) REFERENCES organizations.document(id) ON DELETE CASCADE,
  constraint request_document_request_id_fkey FOREIGN KEY (request_id) REFERENCES organizations.verification_request(id)
);
grant delete, insert, select, update on organizations.request_document to sunbul_app;
CREATE INDEX request_document_document ON organizations.request_document USING btree (document_id);

create table organizations.screening_entry (
  list text not null,
  entry_id text not null,
  names text[] not null,
  birth_year smallint,
  country text not null default ''::text,
  source text not null default ''::text,
  digest text not null,
  constraint screening_entry_pkey PRIMARY KEY (list, entry_id),
  constraint screening_entry_list_fkey FOREIGN KEY (list) REFERENCES organizations.screening_list(name) ON DELETE CASCADE
);
grant delete, insert, select, update on organizations.screening_entry to sunbul_app;

create table organizations.screening_list (
  name text not null,
  loaded_at timestamp with time zone not null,
  entries integer not null,
  constraint screening_list_pkey PRIMARY KEY (name),
  constraint screening_list_entries_check CHECK (entries >= 0),
  constraint screening_list_name_check CHECK (length(name) >= 1 AND length(name) <= 80)
);
grant delete, insert, select, update on organizations.screening_list to sunbul_app;

create table organizations.screening_match (
  id uuid not null,
  organization_id bigint not null,
  subject text not null,
  screened_name text not null,
  list text not null,
  entry_id text not null,
  entry_digest text not null,
  entry_names text[] not null,
  entry_source text not null,
  score smallint not null,
  found_at timestamp with time zone not null,
  state text not null default 'open'::text,
  first_finding text,
  first_reviewed_by uuid,
  first_reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  reason text,
  constraint screening_match_pkey PRIMARY KEY (id),
  constraint match_once UNIQUE (organization_id, screened_name, list, entry_id, entry_digest),
  constraint screening_match_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES identity.account(id),
  constraint screening_match_first_reviewed_by_fkey FOREIGN KEY (first_reviewed_by) REFERENCES identity.account(id),
  constraint screening_match_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint match_decision_complete CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  constraint screening_match_first_finding_check CHECK (first_finding = ANY (ARRAY['other'::text, 'same'::text])),
  constraint screening_match_score_check CHECK (score >= 0 AND score <= 100),
  constraint screening_match_state_check CHECK (state = ANY (ARRAY['open'::text, 'other'::text, 'same'::text])),
  constraint screening_match_subject_check CHECK (subject = ANY (ARRAY['legal-name'::text, 'public-name'::text, 'person'::text, 'bank-holder'::text]))
);
grant delete, insert, select, update on organizations.screening_match to sunbul_app;
CREATE INDEX match_open ON organizations.screening_match USING btree (organization_id) WHERE state = 'open'::text;

create table organizations.verification_form (
  organization_id bigint not null,
  form bytea not null,
  version integer not null,
  saved_at timestamp with time zone not null,
  saved_by_account_id uuid,
  constraint verification_form_pkey PRIMARY KEY (organization_id),
  constraint verification_form_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint verification_form_saved_by_account_id_fkey FOREIGN KEY (saved_by_account_id) REFERENCES identity.account(id),
  constraint verification_form_version_check CHECK (version > 0)
);
grant delete, insert, select, update on organizations.verification_form to sunbul_app;

create table organizations.verification_proposal (
  organization_id bigint not null,
  state text not null,
  until text not null,
  proposed_at timestamp with time zone not null,
  proposed_by_account_id uuid not null,
  constraint verification_proposal_pkey PRIMARY KEY (organization_id),
  constraint verification_proposal_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint verification_proposal_proposed_by_account_id_fkey FOREIGN KEY (proposed_by_account_id) REFERENCES identity.account(id),
  constraint verification_proposal_state_check CHECK (state = ANY (ARRAY['none'::text, 'requested'::text, 'verified'::text, 'expired'::text, 'rejected'::text]))
);
grant delete, insert, select, update on organizations.verification_proposal to sunbul_app;

create table organizations.verification_request (
  id uuid not null,
  organization_id bigint not null,
  kind text not null,
  form bytea not null,
  registration_key text not null,
  state text not null default 'open'::text,
  requested_at timestamp with time zone not null,
  requested_by_account_id uuid,
  screening text not null default 'not-screened'::text,
  checks jsonb,
  recommendation text,
  checked_at timestamp with time zone,
  checked_by_account_id uuid,
  decided_at timestamp with time zone,
  decided_by_account_id uuid,
  new_owner_account_id uuid,
  reason text,
  constraint verification_request_pkey PRIMARY KEY (id),
  constraint verification_request_checked_by_account_id_fkey FOREIGN KEY (checked_by_account_id) REFERENCES identity.account(id),
  constraint verification_request_decided_by_account_id_fkey FOREIGN KEY (decided_by_account_id) REFERENCES identity.account(id),
  constraint verification_request_new_owner_account_id_fkey FOREIGN KEY (new_owner_account_id) REFERENCES identity.account(id),
  constraint verification_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint verification_request_requested_by_account_id_fkey FOREIGN KEY (requested_by_account_id) REFERENCES identity.account(id),
  constraint request_check_complete CHECK ((recommendation IS NULL) = (checks IS NULL) AND (recommendation IS NULL) = (checked_at IS NULL)),
  constraint request_decision_complete CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  constraint verification_request_kind_check CHECK (kind = ANY (ARRAY['first'::text, 'renewal'::text, 'change'::text])),
  constraint verification_request_recommendation_check CHECK (recommendation = ANY (ARRAY['verify'::text, 'reject'::text, 'return'::text])),
  constraint verification_request_screening_check CHECK (screening = ANY (ARRAY['clear'::text, 'matched'::text, 'not-screened'::text])),
  constraint verification_request_state_check CHECK (state = ANY (ARRAY['open'::text, 'verified'::text, 'rejected'::text, 'returned'::text, 'withdrawn'::text]))
);
grant delete, insert, select, update on organizations.verification_request to sunbul_app;
CREATE UNIQUE INDEX one_open_verification_request ON organizations.verification_request USING btree (organization_id) WHERE state = 'open'::text;
CREATE INDEX verification_request_organization ON organizations.verification_request USING btree (organization_id, requested_at DESC);
CREATE TRIGGER verification_request_decision_final BEFORE UPDATE ON organizations.verification_request FOR EACH ROW WHEN (old.state <> 'open'::text) EXECUTE FUNCTION organizations.refuse_decision_change();

CREATE OR REPLACE FUNCTION organizations.can_collect_plans(state text, verified_until timestamp with time zone, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((state = ANY (ARRAY['verified'::text, 'requested'::text])) AND COALESCE(((verified_until + '720:00:00'::interval) > at), false));

CREATE OR REPLACE FUNCTION organizations.can_receive_donations(state text, verified_until timestamp with time zone, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((state = 'verified'::text) AND (verified_until > at));

CREATE OR REPLACE FUNCTION organizations.check_key_membership()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from identity.account a where a.id = new.account_id and a.kind = 'api-key') and (
    new.role = 'owner' or exists (
      select from organizations.member m where m.account_id = new.account_id and m.organization_id <> new.organization_id
    )
  ) then
    raise exception 'an API key is a member of one charity and never its owner' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION organizations.record_deleted_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into organizations.deleted_file (id, file_kind, deleted_at) values (old.id, old.file_kind, now());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION organizations.record_deleted_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into organizations.deleted_file (id, file_kind, deleted_at) values (old.id, 'pdf', now());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION organizations.refuse_decision_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  unchecked text[] := array['requested_by_account_id', 'checked_by_account_id', 'decided_by_account_id', 'new_owner_account_id'];
begin
  if current_user <> 'sunbul_app' and to_jsonb(new) - 'form'::text = to_jsonb(old) - 'form'::text then return new; end if;
  if to_jsonb(new) - unchecked = to_jsonb(old) - unchecked then return new; end if;
  raise exception 'a decided verification request is not changed' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION organizations.refuse_ended_ownership_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an ended change of ownership is not changed' using errcode = 'insufficient_privilege';
end $function$;

create schema organizing;
grant usage on schema organizing to sunbul_app;

create table organizing.fulfilment (
  donation_id uuid not null,
  campaign_id bigint not null,
  marked_by uuid,
  sent_at timestamp with time zone not null,
  constraint fulfilment_pkey PRIMARY KEY (donation_id),
  constraint fulfilment_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint fulfilment_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint fulfilment_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES identity.account(id)
);
grant delete, insert, select, update on organizing.fulfilment to sunbul_app;
CREATE INDEX fulfilment_campaign ON organizing.fulfilment USING btree (campaign_id);
CREATE INDEX fulfilment_marker ON organizing.fulfilment USING btree (marked_by) WHERE marked_by IS NOT NULL;

create table organizing.offline_donation (
  id uuid not null,
  campaign_id bigint not null,
  currency character(3) not null,
  amount bigint not null,
  received_on date not null,
  donor_name text,
  method text not null,
  evidence text not null,
  state text not null,
  entered_by uuid,
  entered_at timestamp with time zone not null,
  counted_by uuid,
  counted_at timestamp with time zone,
  withdrawn_by uuid,
  withdrawn_at timestamp with time zone,
  reason text,
  ledger_tx_id uuid,
  request_key text not null,
  request_hash text not null,
  import_id uuid,
  constraint offline_donation_pkey PRIMARY KEY (id),
  constraint offline_donation_campaign_id_request_key_key UNIQUE (campaign_id, request_key),
  constraint offline_donation_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint offline_donation_counted_by_fkey FOREIGN KEY (counted_by) REFERENCES identity.account(id),
  constraint offline_donation_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES identity.account(id),
  constraint offline_donation_ledger_tx_id_fkey FOREIGN KEY (ledger_tx_id) REFERENCES ledger.tx(id),
  constraint offline_donation_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES identity.account(id),
  constraint offline_counted_by_another_person CHECK (counted_at IS NULL OR counted_at = entered_at OR counted_by IS DISTINCT FROM entered_by OR counted_by IS NULL),
  constraint offline_counted_in_ledger CHECK ((counted_at IS NULL) = (ledger_tx_id IS NULL)),
  constraint offline_donation_amount_check CHECK (amount > 0),
  constraint offline_donation_donor_name_check CHECK (length(donor_name) >= 1 AND length(donor_name) <= 80),
  constraint offline_donation_evidence_check CHECK (length(evidence) >= 1 AND length(evidence) <= 500),
  constraint offline_donation_method_check CHECK (method = ANY (ARRAY['cash'::text, 'bank'::text, 'cheque'::text, 'other'::text])),
  constraint offline_donation_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'counted'::text, 'withdrawn'::text])),
  constraint offline_waiting_is_undecided CHECK ((state = 'waiting'::text) = (counted_at IS NULL AND withdrawn_at IS NULL)),
  constraint offline_withdrawn_for_a_reason CHECK ((state = 'withdrawn'::text) = (withdrawn_at IS NOT NULL AND reason IS NOT NULL))
);
grant delete, insert, select, update on organizing.offline_donation to sunbul_app;
CREATE INDEX offline_campaign ON organizing.offline_donation USING btree (campaign_id, received_on DESC, id DESC);
CREATE INDEX offline_import ON organizing.offline_donation USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE TRIGGER offline_donation_changed AFTER INSERT OR UPDATE ON organizing.offline_donation FOR EACH ROW EXECUTE FUNCTION change_feed.note('offline-donation');
CREATE TRIGGER offline_forward BEFORE DELETE OR UPDATE ON organizing.offline_donation FOR EACH ROW EXECUTE FUNCTION organizing.refuse_change();

create table organizing.thank_you_message (
  donation_id uuid not null,
  campaign_id bigint not null,
  sent_by uuid,
  sent_at timestamp with time zone not null,
  is_automatic boolean not null default false,
  constraint thank_you_message_pkey PRIMARY KEY (donation_id),
  constraint thank_you_message_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint thank_you_message_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint thank_you_message_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES identity.account(id)
);
grant delete, insert, select, update on organizing.thank_you_message to sunbul_app;
CREATE INDEX thank_you_message_sender ON organizing.thank_you_message USING btree (sent_by) WHERE sent_by IS NOT NULL;
CREATE TRIGGER thanks_sent AFTER INSERT ON organizing.thank_you_message FOR EACH ROW EXECUTE FUNCTION change_feed.note_donation_of();

create table organizing.weekly_summary (
  organization_id bigint not null,
  week date not null,
  sent_at timestamp with time zone not null,
  constraint weekly_summary_pkey PRIMARY KEY (organization_id, week),
  constraint weekly_summary_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint weekly_summary_week_check CHECK (EXTRACT(isodow FROM week) = 1::numeric)
);
grant delete, insert, select, update on organizing.weekly_summary to sunbul_app;

CREATE OR REPLACE FUNCTION organizing.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or (old.state <> new.state and not (old.state = 'waiting' or (old.state = 'counted' and new.state = 'withdrawn')))
    or (old.id, old.campaign_id, old.currency, old.amount, old.received_on, old.method, old.entered_at, old.request_key)
      is distinct from (new.id, new.campaign_id, new.currency, new.amount, new.received_on, new.method, new.entered_at, new.request_key)
    or (old.counted_at is not null and (old.counted_at, old.ledger_tx_id) is distinct from (new.counted_at, new.ledger_tx_id))
  then raise exception 'an offline gift is corrected by withdrawing it' using errcode = 'insufficient_privilege'; end if;
  return new;
end $function$;

create schema outbox;
grant usage on schema outbox to sunbul_app;

create table outbox.event (
  id bigint not null generated always as identity,
  kind text not null,
  payload jsonb not null,
  occurred_at timestamp with time zone not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  last_error text,
  failed_at timestamp with time zone,
  constraint event_pkey PRIMARY KEY (id),
  constraint event_failed_with_error CHECK (failed_at IS NULL OR last_error IS NOT NULL)
);
-- statistics 0: payload
-- statistics 20: id, kind, occurred_at, attempts, next_attempt_at, last_error, failed_at
grant delete, insert, select, update on outbox.event to sunbul_app;

create schema payments;
grant usage on schema payments to sunbul_app;

create table payments.attempt (
  id uuid not null,
  intent_id uuid not null,
  state text not null,
  provider text not null,
  provider_key text not null,
  provider_charge_id text,
  amount bigint not null,
  currency character(3) not null,
  scope text not null,
  idempotency_key text not null,
  request_hash text not null,
  method text not null,
  card_brand text,
  card_last4 text,
  card_fingerprint text,
  card_country text,
  decline_code text,
  decline_class text,
  ip text not null,
  email_key text,
  lookups smallint not null default 0,
  next_lookup_at timestamp with time zone,
  challenge jsonb,
  challenge_expires_at timestamp with time zone,
  submitted_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  visit text,
  processing_at timestamp with time zone,
  constraint attempt_pkey PRIMARY KEY (id),
  constraint attempt_scope_idempotency_key_key UNIQUE (scope, idempotency_key),
  constraint attempt_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES payments.intent(id),
  constraint attempt_amount_check CHECK (amount > 0),
  constraint attempt_card_last4_check CHECK (length(card_last4) = 4),
  constraint attempt_idempotency_key_check CHECK (length(idempotency_key) <= 255),
  constraint attempt_provider_key_is_id CHECK (provider_key = id::text),
  constraint attempt_state_check CHECK (state = ANY (ARRAY['RECORDED'::text, 'SUBMITTED'::text, 'CHALLENGE'::text, 'SUCCEEDED'::text, 'DECLINED'::text, 'UNKNOWN'::text, 'INTEGRITY_FAILURE'::text]))
);
-- statistics 0: challenge
-- statistics 20: id, intent_id, state, provider, provider_key, provider_charge_id, amount, currency, scope, idempotency_key, request_hash, method, card_brand, card_last4, card_fingerprint, card_country, decline_code, decline_class, ip, email_key, lookups, next_lookup_at, challenge_expires_at, submitted_at, settled_at, visit, processing_at
grant insert, select, update on payments.attempt to sunbul_app;
CREATE UNIQUE INDEX attempt_charge ON payments.attempt USING btree (provider, provider_charge_id) WHERE provider_charge_id IS NOT NULL;
CREATE INDEX attempt_declined_of_card ON payments.attempt USING btree (card_fingerprint, submitted_at) WHERE state = 'DECLINED'::text AND card_fingerprint IS NOT NULL;
CREATE INDEX attempt_declined_of_network ON payments.attempt USING btree (submitted_at) WHERE state = 'DECLINED'::text AND email_key IS NULL AND ip <> ''::text;
CREATE INDEX attempt_declined_of_scope ON payments.attempt USING btree (scope, submitted_at) WHERE state = 'DECLINED'::text;
CREATE INDEX attempt_of_intent ON payments.attempt USING btree (intent_id);
CREATE INDEX attempt_of_visit ON payments.attempt USING btree (visit, idempotency_key) WHERE visit IS NOT NULL;
CREATE INDEX attempt_pending_debit ON payments.attempt USING btree (submitted_at) WHERE method = 'ach'::text AND (state = ANY (ARRAY['SUBMITTED'::text, 'CHALLENGE'::text, 'UNKNOWN'::text]));
CREATE INDEX attempt_settled_of_email ON payments.attempt USING btree (email_key, submitted_at) WHERE state = ANY (ARRAY['SUCCEEDED'::text, 'DECLINED'::text]);
CREATE INDEX attempt_stuck ON payments.attempt USING btree (id) WHERE state = 'INTEGRITY_FAILURE'::text OR state = 'UNKNOWN'::text AND next_lookup_at IS NULL;
CREATE INDEX attempt_to_look_up ON payments.attempt USING btree (next_lookup_at) WHERE state = ANY (ARRAY['SUBMITTED'::text, 'CHALLENGE'::text, 'UNKNOWN'::text]);
CREATE INDEX attempt_unpaid_of_network ON payments.attempt USING btree (ip, submitted_at) WHERE state = ANY (ARRAY['SUBMITTED'::text, 'CHALLENGE'::text, 'UNKNOWN'::text, 'DECLINED'::text]);
CREATE UNIQUE INDEX one_live_attempt ON payments.attempt USING btree (intent_id) WHERE state = ANY (ARRAY['RECORDED'::text, 'SUBMITTED'::text, 'CHALLENGE'::text, 'UNKNOWN'::text]);
CREATE UNIQUE INDEX one_success ON payments.attempt USING btree (intent_id) WHERE state = 'SUCCEEDED'::text;
CREATE TRIGGER attempt_transitions BEFORE UPDATE OF state ON payments.attempt FOR EACH ROW EXECUTE FUNCTION payments.refuse_illegal_attempt_transition();

create type payments.claim as (
  intent_id uuid,
  attempt_id uuid,
  purpose text,
  reference text,
  order_details jsonb,
  quote_hash text,
  donation_hash text,
  frequency text,
  amount bigint,
  currency text,
  scope text,
  visit text,
  provider text,
  provider_intent_id text,
  idempotency_key text,
  request_hash text,
  method text,
  ip text,
  email_key text,
  at timestamp with time zone,
  next_lookup_at timestamp with time zone,
  expires_at timestamp with time zone,
  detects_duplicates boolean,
  repeat_of uuid,
  unpaid_attempts_max integer,
  proof_salt text,
  attempts_max integer,
  campaign_ids bigint[],
  is_plan boolean
);

create table payments.intent (
  id uuid not null,
  purpose text not null,
  order_details jsonb not null,
  quote_hash text not null,
  amount bigint not null,
  currency character(3) not null,
  state text not null,
  scope text not null,
  provider text not null,
  provider_intent_id text not null,
  attempts_made smallint not null default 1,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  reference text,
  frequency text not null default 'once'::text,
  donation_hash text,
  constraint intent_pkey PRIMARY KEY (id),
  constraint intent_provider_provider_intent_id_key UNIQUE (provider, provider_intent_id),
  constraint intent_amount_check CHECK (amount > 0),
  constraint intent_frequency_check CHECK (frequency = ANY (ARRAY['once'::text, 'week'::text, 'month'::text, 'year'::text])),
  constraint intent_state_check CHECK (state = ANY (ARRAY['CREATED'::text, 'REQUIRES_ACTION'::text, 'PROCESSING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'CANCELLED'::text, 'EXPIRED'::text, 'PARTIALLY_REFUNDED'::text, 'REFUNDED'::text, 'DISPUTED'::text, 'DISPUTE_WON'::text, 'DISPUTE_LOST'::text]))
);
-- statistics 0: order_details
-- statistics 20: id, purpose, quote_hash, amount, currency, state, scope, provider, provider_intent_id, attempts_made, created_at, expires_at, reference, frequency, donation_hash
grant insert, select, update on payments.intent to sunbul_app;
CREATE INDEX intent_declined_of_plan ON payments.intent USING btree (((order_details -> 'donor'::text) ->> 'accountId'::text)) WHERE scope ~~ 'plan:%'::text AND (state = ANY (ARRAY['FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text]));
CREATE INDEX intent_disputed ON payments.intent USING btree (id) WHERE state = 'DISPUTED'::text;
CREATE INDEX intent_encrypted_fields ON payments.intent USING btree (id) WHERE jsonb_path_exists(order_details, '$."lines"[*]."encryptedFields"?(@ != null)'::jsonpath);
CREATE INDEX intent_of_requester ON payments.intent USING btree (scope, donation_hash);
CREATE INDEX intent_open ON payments.intent USING btree (expires_at) WHERE state = ANY (ARRAY['CREATED'::text, 'REQUIRES_ACTION'::text]);
CREATE INDEX intent_unpaid_of_guest ON payments.intent USING btree (lower((order_details -> 'donor'::text) ->> 'email'::text)) WHERE (state = ANY (ARRAY['FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text])) AND scope !~~ 'account:%'::text AND scope !~~ 'plan:%'::text;
CREATE INDEX intent_unpaid_references ON payments.intent USING gin (payments.references_in(order_details)) WHERE state = ANY (ARRAY['FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text]);
CREATE INDEX intent_unpaid_with_guest_data ON payments.intent USING btree (created_at) WHERE (state = ANY (ARRAY['FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text])) AND scope !~~ 'account:%'::text AND scope !~~ 'plan:%'::text AND ((order_details -> 'donor'::text) ->> 'ip'::text) <> ''::text;
CREATE UNIQUE INDEX one_live_payment ON payments.intent USING btree (reference) WHERE reference IS NOT NULL AND (state <> ALL (ARRAY['FAILED'::text, 'EXPIRED'::text, 'CANCELLED'::text]));
CREATE TRIGGER dispute_changed AFTER UPDATE OF state ON payments.intent FOR EACH ROW WHEN (old.state <> new.state AND (old.state = 'DISPUTED'::text OR new.state = 'DISPUTED'::text)) EXECUTE FUNCTION change_feed.note_donations_of_intent();
CREATE TRIGGER intent_transitions BEFORE UPDATE OF state ON payments.intent FOR EACH ROW EXECUTE FUNCTION payments.refuse_illegal_intent_transition();
CREATE TRIGGER webhook_event AFTER UPDATE OF state ON payments.intent FOR EACH ROW WHEN (new.state = 'DISPUTED'::text AND old.state <> 'DISPUTED'::text) EXECUTE FUNCTION webhooks.add_dispute_event();

create table payments.used_proof (
  salt text not null,
  used_at timestamp with time zone not null,
  constraint used_proof_pkey PRIMARY KEY (salt)
);
grant delete, insert, select, update on payments.used_proof to sunbul_app;

create table payments.webhook_event (
  provider text not null,
  event_id text not null,
  kind text not null,
  object_id text not null,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  constraint webhook_event_pkey PRIMARY KEY (provider, event_id)
);
-- statistics 20: provider, event_id, kind, object_id, received_at, handled_at, next_attempt_at
grant delete, insert, select, update on payments.webhook_event to sunbul_app;
CREATE INDEX webhook_unhandled ON payments.webhook_event USING btree (received_at) WHERE handled_at IS NULL;

CREATE OR REPLACE FUNCTION payments.claim_payments(claims jsonb)
 RETURNS TABLE(attempt_id uuid, refusal_reason text, duplicate_of uuid, duplicate_at timestamp with time zone, is_confirming boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  -- A later snapshot must see what an earlier holder of the locks committed.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'payments.claim_payments needs the isolation level read committed';
  end if;

  -- Lock what claims compete for: a reference, a network, a donation of a donor, a donation of a browser visit. All calls
  -- take the locks in the same order, so that two batches can't deadlock.
  perform pg_advisory_xact_lock(lock)
  from (
    select distinct hashtextextended(name, 0) as lock
    from jsonb_populate_recordset(null::payments.claim, claims) c,
      unnest(array[
        'reference ' || c.reference,
        case when c.unpaid_attempts_max is not null
          then 'network ' || c.ip
        end,
        case when c.detects_duplicates
          then concat_ws(' ', 'donation', c.scope, c.donation_hash, c.frequency)
        end,
        case when c.detects_duplicates and c.visit is not null
          then concat_ws(' ', 'donation', c.visit, c.donation_hash, c.frequency)
        end
      ]) name
    where name is not null
    order by lock
  ) locks;

  -- Lock the orders that are tried again, whose attempts are counted.
  if jsonb_path_exists(claims, '$[*].attempts_max') then
    perform
    from payments.intent i
    where i.id in (
      select (c ->> 'intent_id')::uuid
      from jsonb_array_elements(claims) c
      where c ? 'attempts_max'
    )
    order by i.id
    for update;
  end if;

  return query
  -- Read the claims. The condition is true for all. With it, the planner expects one row instead of a hundred, so that
  -- its estimate hardly grows with the tables and it keeps its plan.
  with c as materialized (
    select x.*, row_number() over () as place
    from jsonb_populate_recordset(null::payments.claim, claims) x
    where x.at between '-infinity' and 'infinity'
  ),
  -- Find the first reason that applies to each claim. Scalar subqueries are used, because the planner may scan the whole
  -- table for `exists`.
  checked as materialized (
    select
      c.*,
      d.intent_id as found_id,
      d.given_at as found_at,
      d.state as found_state,
      case
        -- The request was already made: the caller returns its outcome.
        when (
          select a.id
          from payments.attempt a
          where a.scope = c.scope
            and a.idempotency_key = c.idempotency_key
        ) is not null then 'same-key'
        -- Another order with this reference is open or paid.
        when c.reference is not null and (
          select i.id
          from payments.intent i
          where i.reference = c.reference
            and i.id <> c.intent_id
            and i.state not in ('FAILED', 'EXPIRED', 'CANCELLED')
        ) is not null then 'same-reference'
        -- An order is tried again only while it is open, unchanged, the donor's own and has attempts left.
        when c.attempts_max is not null and (
          select i.id
          from payments.intent i
          where i.id = c.intent_id
            and i.scope in (c.scope, c.visit)
            and i.state = 'CREATED'
            and i.quote_hash = c.quote_hash
            and i.frequency = c.frequency
            and i.attempts_made < c.attempts_max
        ) is null then 'not-open'
        -- A campaign has closed, or its charity may not receive donations.
        when r.reason is not null then r.reason
        -- The same donation was made a moment ago, and the donor hasn't confirmed another.
        when d.intent_id is not null and d.intent_id is distinct from c.repeat_of then 'duplicate'
        -- If claims in one batch exclude each other, only the first is processed. The caller retries the others.
        when row_number() over (partition by c.scope, c.idempotency_key order by c.place) > 1
          or row_number() over (partition by c.intent_id order by c.place) > 1
          or c.reference is not null
            and row_number() over (partition by c.reference order by c.place) > 1
          or c.detects_duplicates
            and (
              row_number() over (partition by c.scope, c.donation_hash, c.frequency order by c.place) > 1
              or row_number() over (
                partition by coalesce(c.visit, c.scope), c.donation_hash, c.frequency
                order by c.place
              ) > 1
            )
          then 'same-batch'
      end as refusal
    from c
    left join lateral payments.recent_duplicate(
      c.scope, c.visit, c.email_key, c.donation_hash, c.frequency, c.at
    ) d on c.detects_duplicates
    left join lateral campaigns.donation_refusal(
      c.campaign_ids, coalesce(c.is_plan, false), c.at
    ) r on c.campaign_ids is not null
  ),
  -- Refuse more unpaid attempts of a network than allowed, unless the claim has a proof of work.
  limited as materialized (
    select
      c.*,
      case
        when n.unpaid + row_number() over (partition by ip, refusal is null order by place) > unpaid_attempts_max
          then 'card-testing'
        else refusal
      end as reason,
      -- Later than the repeated payment even if clocks differ, so that the donor's confirmation can't be used for a
      -- second repeat.
      greatest(at, found_at + interval '1 microsecond') as started_at
    from checked c
    left join lateral payments.unpaid_attempts(c.ip, c.at, c.unpaid_attempts_max) n
      on c.refusal is null
      and c.unpaid_attempts_max is not null
      and c.proof_salt is null
  ),
  -- Use up each proof of work, once.
  used as (
    insert into payments.used_proof (salt, used_at)
    select proof_salt, at
    from limited
    where reason is null
      and proof_salt is not null
    on conflict do nothing
    returning salt
  ),
  -- Record the attempts. The unique key decides between two processes with the same request.
  attempted as (
    insert into payments.attempt (
      id, intent_id, state, provider, provider_key, amount, currency, scope, visit, idempotency_key, request_hash,
      method, ip, email_key, submitted_at, next_lookup_at
    )
    select
      attempt_id, intent_id, 'SUBMITTED', provider, attempt_id, amount, currency, scope, nullif(visit, scope),
      idempotency_key, request_hash, method, ip, email_key, started_at, next_lookup_at
    from limited
    where reason is null
      and (proof_salt is null or proof_salt in (select salt from used))
    on conflict (scope, idempotency_key) do nothing
    returning id, intent_id
  ),
  -- Record the orders of first attempts.
  created as (
    insert into payments.intent (
      id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency, state, scope,
      provider, provider_intent_id, created_at, expires_at
    )
    select
      intent_id, purpose, reference, order_details, quote_hash, donation_hash, frequency, amount, currency,
      'PROCESSING', scope, provider, provider_intent_id, started_at, expires_at
    from limited
    where attempts_max is null
      and attempt_id in (select id from attempted)
  ),
  -- Reopen the orders of further attempts.
  retried as (
    update payments.intent i
    set
      state = 'PROCESSING',
      scope = l.scope,
      attempts_made = i.attempts_made + 1,
      order_details = l.order_details,
      expires_at = l.expires_at
    from limited l
    where l.attempts_max is not null
      and i.id = l.intent_id
      and l.attempt_id in (select id from attempted)
  )
  select
    attempt_id,
    case
      when reason is not null then reason
      when attempt_id in (select id from attempted) then null
      when proof_salt is not null and proof_salt not in (select salt from used) then 'card-testing'
      else 'same-key'
    end,
    case when reason = 'duplicate' then found_id end,
    case when reason = 'duplicate' then found_at end,
    reason = 'duplicate' and found_state <> 'SUCCEEDED'
  from limited
  order by place;
end $function$;

CREATE OR REPLACE FUNCTION payments.recent_duplicate(of_scope text, of_visit text, of_email text, of_donation text, of_frequency text, at timestamp with time zone)
 RETURNS TABLE(intent_id uuid, given_at timestamp with time zone, state text)
 LANGUAGE sql
 STABLE
AS $function$
  select i.id, last.submitted_at, i.state
  from (
    select own.id
    from payments.intent own
    where own.scope in (of_scope, of_visit)
      and own.donation_hash = of_donation
    union
    select a.intent_id
    from payments.attempt a
    where a.visit = of_visit
  ) known
  join payments.intent i on i.id = known.id
  cross join lateral (
    select a.submitted_at, a.settled_at, a.email_key
    from payments.attempt a
    where a.intent_id = i.id
    order by a.submitted_at desc, a.id desc
    limit 1
  ) last
  where i.donation_hash = of_donation
    and i.frequency = of_frequency
    and (
      i.state in ('PROCESSING', 'REQUIRES_ACTION')
      or i.state = 'SUCCEEDED' and last.settled_at > at - interval '15 minutes'
    )
    and (of_email is null or last.email_key is null or last.email_key = of_email)
  order by last.submitted_at desc, i.id desc
  limit 1
$function$;

CREATE OR REPLACE FUNCTION payments.references_in(details jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(right(l ->> 'donationId', 10)), '{}')
  from jsonb_array_elements(case when jsonb_typeof(details -> 'lines') = 'array' then details -> 'lines' else '[]' end) l
$function$;

CREATE OR REPLACE FUNCTION payments.refuse_illegal_attempt_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'RECORDED'  and new.state in ('SUBMITTED', 'DECLINED')
       or old.state = 'SUBMITTED' and new.state in ('CHALLENGE', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')
       or old.state = 'CHALLENGE' and new.state in ('SUCCEEDED', 'DECLINED', 'UNKNOWN', 'INTEGRITY_FAILURE')
       or old.state = 'UNKNOWN'   and new.state in ('CHALLENGE', 'SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE')) then
    raise exception 'payment attempt %: illegal transition from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'SUCCEEDED' and new.provider_charge_id is null then
    raise exception 'payment attempt %: succeeded without a charge', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION payments.refuse_illegal_intent_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'CREATED'            and new.state in ('REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'REQUIRES_ACTION'    and new.state in ('CREATED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'PROCESSING'         and new.state in ('CREATED', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED')
       or old.state = 'SUCCEEDED'          and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'PARTIALLY_REFUNDED' and new.state in ('SUCCEEDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'REFUNDED'           and new.state in ('SUCCEEDED', 'PARTIALLY_REFUNDED')
       or old.state = 'DISPUTED'           and new.state in ('DISPUTE_WON', 'DISPUTE_LOST')
       or old.state = 'DISPUTE_WON'        and new.state in ('PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED')
       or old.state = 'DISPUTE_LOST'       and new.state in ('DISPUTE_WON')) then
    raise exception 'payment intent %: illegal transition from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION payments.unpaid_attempts(of_ip text, at timestamp with time zone, most integer)
 RETURNS TABLE(unpaid integer)
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::integer
  from (
    select
    from payments.attempt a
    where a.ip = of_ip
      and a.submitted_at > at - interval '1 hour'
      and a.state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN', 'DECLINED')
    limit most
  ) found
$function$;

create schema payouts;
grant usage on schema payouts to sunbul_app;

create table payouts.approval (
  payout_id uuid not null,
  account_id uuid not null,
  approved_at timestamp with time zone not null,
  constraint approval_pkey PRIMARY KEY (payout_id, account_id),
  constraint approval_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint approval_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts.payout(id)
);
grant insert, select on payouts.approval to sunbul_app;

create table payouts.bank_mapping (
  bank text not null,
  mapping jsonb not null,
  saved_at timestamp with time zone not null,
  saved_by uuid,
  constraint bank_mapping_pkey PRIMARY KEY (bank),
  constraint bank_mapping_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES identity.account(id),
  constraint bank_mapping_bank_check CHECK (length(bank) >= 1 AND length(bank) <= 80)
);
grant delete, insert, select, update on payouts.bank_mapping to sunbul_app;

create table payouts.batch (
  id uuid not null,
  number bigint not null generated always as identity,
  currency text not null,
  format text not null,
  payouts integer not null,
  total bigint not null,
  file bytea not null,
  sha256 bytea not null,
  created_at timestamp with time zone not null,
  created_by uuid,
  constraint batch_pkey PRIMARY KEY (id),
  constraint batch_number_key UNIQUE (number),
  constraint batch_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.account(id),
  constraint batch_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint batch_format_check CHECK (format = ANY (ARRAY['pain.001.001.09'::text, 'csv'::text])),
  constraint batch_payouts_check CHECK (payouts > 0),
  constraint batch_sha256_check CHECK (length(sha256) = 32),
  constraint batch_total_check CHECK (total > 0)
);
grant insert, select on payouts.batch to sunbul_app;

create table payouts.hold (
  id uuid not null,
  organization_id bigint not null,
  reason text not null,
  set_at timestamp with time zone not null,
  set_by uuid not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  constraint hold_pkey PRIMARY KEY (id),
  constraint hold_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES identity.account(id),
  constraint hold_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint hold_set_by_fkey FOREIGN KEY (set_by) REFERENCES identity.account(id),
  constraint hold_lifted CHECK ((lifted_at IS NULL) = (lifted_by IS NULL)),
  constraint hold_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
grant insert, select, update on payouts.hold to sunbul_app;
CREATE UNIQUE INDEX hold_open ON payouts.hold USING btree (organization_id) WHERE lifted_at IS NULL;

create table payouts.line (
  payout_id uuid not null,
  tx_id uuid not null,
  line smallint not null,
  account text not null,
  campaign_id bigint not null,
  amount bigint not null,
  intent_id uuid,
  is_charge boolean not null,
  is_live boolean not null default true,
  constraint line_pkey PRIMARY KEY (payout_id, tx_id, line),
  constraint line_account_check CHECK (account = ANY (ARRAY['campaign_payable'::text, 'zakat_payable'::text]))
);
grant delete, insert, select, update on payouts.line to sunbul_app;
CREATE INDEX line_intent ON payouts.line USING btree (intent_id, account) WHERE is_live;
CREATE UNIQUE INDEX line_live ON payouts.line USING btree (tx_id, line) WHERE is_live;
CREATE TRIGGER line_frozen BEFORE UPDATE ON payouts.line FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION payouts.refuse_line_change();
CREATE TRIGGER line_removed_in_draft AFTER DELETE ON payouts.line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late_lines();
CREATE TRIGGER line_with_payout AFTER INSERT ON payouts.line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late_lines();

create table payouts.opening (
  organization_id bigint not null,
  currency text not null,
  result text,
  payout_id uuid,
  recorded_at timestamp with time zone,
  recorded_by uuid,
  constraint opening_pkey PRIMARY KEY (organization_id, currency),
  constraint opening_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint opening_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts.payout(id),
  constraint opening_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES identity.account(id),
  constraint opening_complete CHECK ((num_nonnulls(result, recorded_at, recorded_by) = ANY (ARRAY[0, 3])) AND (NOT result IS DISTINCT FROM 'paid-outside'::text) = (payout_id IS NOT NULL)),
  constraint opening_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint opening_result_check CHECK (result = ANY (ARRAY['paid-outside'::text, 'nothing'::text]))
);
grant delete, insert, select, update on payouts.opening to sunbul_app;

create table payouts.payout (
  id uuid not null,
  number bigint not null generated always as identity,
  organization_id bigint not null,
  currency text not null,
  kind text not null default 'payout'::text,
  state text not null,
  bank_details_id uuid,
  drafted_at timestamp with time zone not null,
  requested_by uuid,
  zakat bigint,
  rest bigint,
  reserve bigint,
  released bigint,
  total bigint,
  approved_at timestamp with time zone,
  batch_id uuid,
  sent_at timestamp with time zone,
  paid_at timestamp with time zone,
  paid_on date,
  ended_at timestamp with time zone,
  reason text not null default ''::text,
  constraint payout_pkey PRIMARY KEY (id),
  constraint payout_number_key UNIQUE (number),
  constraint payout_bank_details_id_fkey FOREIGN KEY (bank_details_id) REFERENCES organizations.bank_details(id),
  constraint payout_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payouts.batch(id),
  constraint payout_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint payout_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES identity.account(id),
  constraint payout_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payout_dates CHECK (((state <> ALL (ARRAY['approved'::text, 'sent'::text, 'paid'::text, 'failed'::text])) OR approved_at IS NOT NULL) AND (state = ANY (ARRAY['sent'::text, 'paid'::text, 'failed'::text])) = (sent_at IS NOT NULL) AND (state <> 'paid'::text OR paid_at IS NOT NULL) AND (state = ANY (ARRAY['cancelled'::text, 'failed'::text])) = (ended_at IS NOT NULL)),
  constraint payout_has_account CHECK ((kind = 'opening'::text) = (bank_details_id IS NULL)),
  constraint payout_kind_check CHECK (kind = ANY (ARRAY['payout'::text, 'opening'::text])),
  constraint payout_paid_on CHECK ((paid_at IS NULL) = (paid_on IS NULL)),
  constraint payout_reason_check CHECK (length(reason) <= 200),
  constraint payout_released_check CHECK (released >= 0),
  constraint payout_reserve_check CHECK (reserve >= 0),
  constraint payout_sent_in_batch CHECK ((sent_at IS NULL OR kind = 'opening'::text) = (batch_id IS NULL)),
  constraint payout_state_check CHECK (state = ANY (ARRAY['draft'::text, 'approved'::text, 'sent'::text, 'paid'::text, 'cancelled'::text, 'failed'::text])),
  constraint payout_total_check CHECK (total > 0),
  constraint payout_total_is_sum CHECK (total = (zakat + rest - reserve + released)),
  constraint payout_zakat_check CHECK (zakat >= 0)
);
grant insert, select, update on payouts.payout to sunbul_app;
CREATE UNIQUE INDEX payout_in_preparation ON payouts.payout USING btree (organization_id, currency) WHERE state = ANY (ARRAY['draft'::text, 'approved'::text]);
CREATE INDEX payout_of_batch ON payouts.payout USING btree (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX payout_of_organization ON payouts.payout USING btree (organization_id, drafted_at DESC);
CREATE INDEX payout_open ON payouts.payout USING btree (state) WHERE state = ANY (ARRAY['draft'::text, 'approved'::text, 'sent'::text]);
CREATE TRIGGER payout_changed AFTER INSERT OR UPDATE ON payouts.payout FOR EACH ROW EXECUTE FUNCTION change_feed.note('payout');
CREATE TRIGGER payout_ended AFTER UPDATE OF state ON payouts.payout FOR EACH ROW WHEN ((new.state = ANY (ARRAY['cancelled'::text, 'failed'::text])) AND old.state <> new.state) EXECUTE FUNCTION payouts.end_lines();
CREATE CONSTRAINT TRIGGER payout_equals_lines AFTER INSERT ON payouts.payout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payouts.refuse_unequal_lines();
CREATE TRIGGER payout_transitions BEFORE UPDATE ON payouts.payout FOR EACH ROW EXECUTE FUNCTION payouts.refuse_illegal_change();
CREATE TRIGGER webhook_event AFTER UPDATE OF state ON payouts.payout FOR EACH ROW WHEN (new.kind = 'payout'::text AND (new.state = ANY (ARRAY['sent'::text, 'paid'::text, 'failed'::text])) AND new.state IS DISTINCT FROM old.state) EXECUTE FUNCTION webhooks.add_payout_event();

create table payouts.proposal (
  subject text not null,
  details jsonb not null,
  proposed_by uuid,
  proposed_at timestamp with time zone not null,
  constraint proposal_pkey PRIMARY KEY (subject),
  constraint proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES identity.account(id),
  constraint proposal_subject_check CHECK (length(subject) <= 200)
);
grant delete, insert, select, update on payouts.proposal to sunbul_app;

create table payouts.release (
  payout_id uuid not null,
  reserve_payout_id uuid not null,
  campaign_id bigint not null,
  amount bigint not null,
  is_live boolean not null default true,
  constraint release_pkey PRIMARY KEY (payout_id, reserve_payout_id, campaign_id),
  constraint release_is_whole FOREIGN KEY (reserve_payout_id, campaign_id, amount) REFERENCES payouts.reserve(payout_id, campaign_id, amount),
  constraint release_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts.payout(id)
);
grant insert, select, update on payouts.release to sunbul_app;
CREATE UNIQUE INDEX release_live ON payouts.release USING btree (reserve_payout_id, campaign_id) WHERE is_live;
CREATE TRIGGER release_frozen BEFORE UPDATE ON payouts.release FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION payouts.refuse_line_change();
CREATE TRIGGER release_with_payout AFTER INSERT ON payouts.release REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late_lines();

create table payouts.repayment (
  id uuid not null,
  organization_id bigint not null,
  currency text not null,
  kind text not null,
  how text not null,
  campaign_id bigint not null,
  amount bigint not null,
  reason text not null,
  booked_at timestamp with time zone not null,
  booked_by uuid not null,
  constraint repayment_pkey PRIMARY KEY (id),
  constraint repayment_booked_by_fkey FOREIGN KEY (booked_by) REFERENCES identity.account(id),
  constraint repayment_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint repayment_amount_check CHECK (amount > 0),
  constraint repayment_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint repayment_how_check CHECK (how = ANY (ARRAY['repaid'::text, 'written-off'::text])),
  constraint repayment_kind_check CHECK (kind = ANY (ARRAY['zakat'::text, 'rest'::text])),
  constraint repayment_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
grant insert, select on payouts.repayment to sunbul_app;

create table payouts.reserve (
  payout_id uuid not null,
  campaign_id bigint not null,
  amount bigint not null,
  constraint reserve_pkey PRIMARY KEY (payout_id, campaign_id),
  constraint reserve_whole UNIQUE (payout_id, campaign_id, amount),
  constraint reserve_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts.payout(id),
  constraint reserve_amount_check CHECK (amount > 0)
);
grant insert, select on payouts.reserve to sunbul_app;
CREATE TRIGGER reserve_with_payout AFTER INSERT ON payouts.reserve REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION payouts.refuse_late_lines();

create table payouts.reserve_percent (
  organization_id bigint not null,
  from_at timestamp with time zone not null,
  percent smallint not null,
  reason text not null,
  set_by uuid not null,
  constraint reserve_percent_pkey PRIMARY KEY (organization_id, from_at),
  constraint reserve_percent_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint reserve_percent_set_by_fkey FOREIGN KEY (set_by) REFERENCES identity.account(id),
  constraint reserve_percent_percent_check CHECK (percent >= 0 AND percent <= 50),
  constraint reserve_percent_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 500)
);
grant insert, select on payouts.reserve_percent to sunbul_app;

create table payouts.scheduled_draft (
  organization_id bigint not null,
  currency text not null,
  on_date date not null,
  constraint scheduled_draft_pkey PRIMARY KEY (organization_id, currency, on_date),
  constraint scheduled_draft_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id)
);
grant delete, insert, select, update on payouts.scheduled_draft to sunbul_app;

create table payouts.statement_row (
  id uuid not null,
  bank text not null,
  digest bytea not null,
  booked_on date not null,
  amount bigint not null,
  currency text not null,
  reference text not null,
  meaning text not null,
  payout_id uuid,
  batch_id uuid,
  imported_at timestamp with time zone not null,
  imported_by uuid,
  constraint statement_row_pkey PRIMARY KEY (id),
  constraint statement_row_digest_key UNIQUE (digest),
  constraint statement_row_bank_fkey FOREIGN KEY (bank) REFERENCES payouts.bank_mapping(bank),
  constraint statement_row_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payouts.batch(id),
  constraint statement_row_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES identity.account(id),
  constraint statement_row_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts.payout(id),
  constraint statement_row_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint statement_row_meaning_check CHECK (meaning = ANY (ARRAY['paid'::text, 'returned'::text, 'differs'::text]))
);
grant insert, select on payouts.statement_row to sunbul_app;
CREATE INDEX statement_row_newest ON payouts.statement_row USING btree (imported_at DESC);

CREATE OR REPLACE FUNCTION payouts.end_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update payouts.line set is_live = false where payout_id = new.id;
  update payouts.release set is_live = false where payout_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION payouts.refuse_illegal_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.number, new.organization_id, new.currency, new.kind, new.bank_details_id, new.drafted_at, new.requested_by)
       is distinct from (old.id, old.number, old.organization_id, old.currency, old.kind, old.bank_details_id, old.drafted_at, old.requested_by)
     or old.total is not null and (new.zakat, new.rest, new.reserve, new.released, new.total) is distinct from (old.zakat, old.rest, old.reserve, old.released, old.total)
     or old.batch_id is not null and new.batch_id is distinct from old.batch_id then
    raise exception 'payout %: what it pays never changes', old.number using errcode = 'check_violation';
  end if;
  if old.state = new.state then return new; end if;
  if not (old.state = 'draft'    and new.state in ('approved', 'cancelled')
       or old.state = 'approved' and new.state in ('sent', 'cancelled')
       or old.state = 'sent'     and new.state in ('paid', 'failed')
       or old.state = 'paid'     and new.state = 'failed') then
    raise exception 'payout %: illegal transition from % to %', old.number, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'failed' and exists (select from payouts.release where reserve_payout_id = old.id and is_live) then
    raise exception 'payout %: its reserve was released', old.number using errcode = 'check_violation', constraint = 'failed_before_release';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION payouts.refuse_late_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from (select distinct payout_id from changed) c left join payouts.payout p on p.id = c.payout_id where p.id is null or p.total is not null) then
    raise exception 'lines are written only while their payout is drafted' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION payouts.refuse_line_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'is_live' <> to_jsonb(old) - 'is_live' or new.is_live
     or exists (select from payouts.payout where id = old.payout_id and state not in ('cancelled', 'failed')) then
    raise exception 'lines of payouts never change' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION payouts.refuse_unequal_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare p payouts.payout;
begin
  select * into p from payouts.payout where id = new.id;
  if p.total is null
     or p.zakat <> (select coalesce(sum(amount), 0) from payouts.line where payout_id = new.id and account = 'zakat_payable')
     or p.rest <> (select coalesce(sum(amount), 0) from payouts.line where payout_id = new.id and account = 'campaign_payable')
     or p.reserve <> (select coalesce(sum(amount), 0) from payouts.reserve where payout_id = new.id)
     or p.released <> (select coalesce(sum(amount), 0) from payouts.release where payout_id = new.id) then
    raise exception 'payout %: differs from its lines', new.number using errcode = 'check_violation', constraint = 'payout_equals_lines';
  end if;
  return null;
end $function$;

create schema plans;
grant usage on schema plans to sunbul_app;

create table plans.announced_month (
  calendar text not null,
  hijri_year integer not null,
  hijri_month smallint not null,
  starts_on date not null,
  source text not null,
  announced_by uuid not null,
  announced_at timestamp with time zone not null,
  constraint announced_month_pkey PRIMARY KEY (calendar, hijri_year, hijri_month),
  constraint announced_month_announced_by_fkey FOREIGN KEY (announced_by) REFERENCES identity.account(id),
  constraint announced_month_calendar_check CHECK (calendar = ANY (ARRAY['SA'::text, 'CALC'::text, 'SOUTH_ASIA'::text, 'MABIMS'::text, 'MA'::text, 'OM'::text, 'EG'::text, 'LOCAL_UK'::text])),
  constraint announced_month_hijri_month_check CHECK (hijri_month >= 1 AND hijri_month <= 12),
  constraint announced_month_hijri_year_check CHECK (hijri_year >= 1300 AND hijri_year <= 1600),
  constraint announced_month_source_check CHECK (length(source) >= 1 AND length(source) <= 300)
);
grant delete, insert, select, update on plans.announced_month to sunbul_app;

create table plans.plan (
  id uuid not null,
  type text not null,
  programme text,
  campaign_id bigint,
  frequency text not null,
  is_enabled boolean not null default true,
  is_on_campaign_page boolean not null default false,
  requests_phone boolean not null default false,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint plan_pkey PRIMARY KEY (id),
  constraint plan_frequency_once UNIQUE (campaign_id, frequency),
  constraint plan_programme_key UNIQUE (programme),
  constraint plan_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint plan_frequency_check CHECK (frequency = ANY (ARRAY['onetime'::text, 'day'::text, 'week'::text, 'month'::text, 'year'::text])),
  constraint plan_has_one_owner CHECK ((type = 'CHARITY'::text) = (campaign_id IS NOT NULL) AND (type = 'INTERNAL'::text) = (programme IS NOT NULL)),
  constraint plan_programme_check CHECK (programme = ANY (ARRAY['FridayGivers'::text, 'DailyGivers'::text, 'DhulHijjah'::text, 'Ramadan30Nights'::text])),
  constraint plan_type_check CHECK (type = ANY (ARRAY['CHARITY'::text, 'INTERNAL'::text]))
);
grant delete, insert, select, update on plans.plan to sunbul_app;
CREATE INDEX plan_listed ON plans.plan USING btree (type, created_at DESC, id DESC) WHERE is_enabled;
CREATE TRIGGER pages_sync_plans AFTER INSERT OR UPDATE ON plans.plan FOR EACH ROW WHEN (new.campaign_id IS NOT NULL) EXECUTE FUNCTION supporter_pages.plan_changed();

create table plans.proposed_month (
  calendar text not null,
  hijri_year integer not null,
  hijri_month smallint not null,
  starts_on date not null,
  source text not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null,
  constraint proposed_month_pkey PRIMARY KEY (calendar, hijri_year, hijri_month),
  constraint proposed_month_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES identity.account(id),
  constraint proposed_month_hijri_month_check CHECK (hijri_month >= 1 AND hijri_month <= 12),
  constraint proposed_month_hijri_year_check CHECK (hijri_year >= 1300 AND hijri_year <= 1600),
  constraint proposed_month_source_check CHECK (length(source) >= 1 AND length(source) <= 300)
);
grant delete, insert, select, update on plans.proposed_month to sunbul_app;
CREATE INDEX proposed_month_author ON plans.proposed_month USING btree (proposed_by);

create schema privacy;
grant usage on schema privacy to sunbul_app;

create table privacy.consent (
  id bigint not null generated always as identity,
  account_id uuid not null,
  purpose text not null,
  is_given boolean not null,
  text_version text not null,
  locale text not null,
  recorded_at timestamp with time zone not null,
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint consent_purpose_check CHECK (purpose = ANY (ARRAY['zakat'::text, 'recap'::text]))
);
grant delete, insert, select on privacy.consent to sunbul_app;
CREATE INDEX consent_newest ON privacy.consent USING btree (account_id, purpose, id DESC);
CREATE TRIGGER consent_history BEFORE DELETE OR UPDATE ON privacy.consent FOR EACH ROW EXECUTE FUNCTION privacy.refuse_consent_change();
CREATE TRIGGER consent_no_truncate BEFORE TRUNCATE ON privacy.consent FOR EACH STATEMENT EXECUTE FUNCTION receipts.refuse_change();

create table privacy.export (
  id uuid not null,
  account_id uuid not null,
  locale text not null,
  requested_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  "json" bytea,
  csv bytea,
  constraint export_pkey PRIMARY KEY (id),
  constraint export_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint export_complete CHECK ((completed_at IS NULL) = ("json" IS NULL) AND (completed_at IS NULL) = (csv IS NULL))
);
-- storage external: json, csv
grant delete, insert, select, update on privacy.export to sunbul_app;
CREATE INDEX export_account ON privacy.export USING btree (account_id, requested_at DESC);
CREATE UNIQUE INDEX export_pending ON privacy.export USING btree (account_id) WHERE completed_at IS NULL;

CREATE OR REPLACE FUNCTION privacy.refuse_consent_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (select from identity.account a where a.id = old.account_id and a.erased_at is not null) then return old; end if;
  raise exception 'consents are append-only and are deleted only with their account' using errcode = 'insufficient_privilege';
end $function$;

create table public.schema_function (
  name text not null,
  sha256 text not null,
  at timestamp with time zone not null default now(),
  constraint schema_function_pkey PRIMARY KEY (name)
);

create table public.schema_migration (
  name text not null,
  sha256 text not null,
  at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (name)
);
grant select on public.schema_migration to sunbul_app;

create schema public_ledger;
grant usage on schema public_ledger to sunbul_app;

create table public_ledger.campaign_total (
  campaign_id bigint not null,
  currency text not null,
  account text not null,
  meaning text not null,
  amount bigint not null,
  constraint campaign_total_pkey PRIMARY KEY (campaign_id, currency, account, meaning),
  constraint campaign_total_account_check CHECK (account = ANY (ARRAY['payable'::text, 'zakat'::text, 'reserve'::text])),
  constraint campaign_total_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint campaign_total_meaning_check CHECK (meaning = ANY (ARRAY['gift'::text, 'fee'::text, 'payout'::text, 'reserve'::text, 'other'::text]))
);
grant insert, select, update on public_ledger.campaign_total to sunbul_app;

create table public_ledger.day (
  day date not null,
  file bytea not null,
  head bytea not null generated always as (sha256(file)) stored,
  head_before bytea,
  row_count integer not null,
  published_at timestamp with time zone not null,
  constraint day_pkey PRIMARY KEY (day),
  constraint day_follows_one UNIQUE NULLS NOT DISTINCT (head_before),
  constraint day_head_key UNIQUE (head),
  constraint day_head_before_fkey FOREIGN KEY (head_before) REFERENCES public_ledger.day(head),
  constraint day_row_count_check CHECK (row_count >= 0)
);
grant insert, select on public_ledger.day to sunbul_app;
CREATE TRIGGER day_append_only BEFORE DELETE OR UPDATE ON public_ledger.day FOR EACH ROW EXECUTE FUNCTION public_ledger.refuse_change();
CREATE TRIGGER day_no_truncate BEFORE TRUNCATE ON public_ledger.day FOR EACH STATEMENT EXECUTE FUNCTION public_ledger.refuse_change();

create table public_ledger.day_sum (
  day date not null,
  currency text not null,
  account text not null,
  meaning text not null,
  amount bigint not null,
  constraint day_sum_pkey PRIMARY KEY (day, currency, account, meaning),
  constraint day_sum_day_fkey FOREIGN KEY (day) REFERENCES public_ledger.day(day),
  constraint day_sum_account_check CHECK (account = ANY (ARRAY['payable'::text, 'zakat'::text, 'reserve'::text])),
  constraint day_sum_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint day_sum_meaning_check CHECK (meaning = ANY (ARRAY['gift'::text, 'fee'::text, 'payout'::text, 'reserve'::text, 'other'::text]))
);
grant insert, select on public_ledger.day_sum to sunbul_app;

create table public_ledger.published_tx (
  tx_id uuid not null,
  day date not null,
  constraint published_tx_pkey PRIMARY KEY (tx_id)
);
grant insert, select on public_ledger.published_tx to sunbul_app;
CREATE TRIGGER published_tx_append_only BEFORE DELETE OR UPDATE ON public_ledger.published_tx FOR EACH ROW EXECUTE FUNCTION public_ledger.refuse_change();
CREATE TRIGGER published_tx_no_truncate BEFORE TRUNCATE ON public_ledger.published_tx FOR EACH STATEMENT EXECUTE FUNCTION public_ledger.refuse_change();

create table public_ledger.unpublished (
  tx_id uuid not null
);
grant delete, select on public_ledger.unpublished to sunbul_app;

CREATE OR REPLACE FUNCTION public_ledger.add_unpublished()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public_ledger.unpublished (tx_id) select id from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public_ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%.% never changes', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $function$;

create schema qurbani;
grant usage on schema qurbani to sunbul_app;

create table qurbani.allocation (
  level_id bigint not null,
  frozen_at timestamp with time zone not null,
  requested_at timestamp with time zone,
  constraint allocation_pkey PRIMARY KEY (level_id),
  constraint allocation_level_id_fkey FOREIGN KEY (level_id) REFERENCES qurbani.item(level_id)
);
grant insert, select, update on qurbani.allocation to sunbul_app;

create table qurbani.choice (
  donation_id uuid not null,
  requested_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  choice text,
  chosen_at timestamp with time zone,
  settled_at timestamp with time zone,
  amount bigint,
  refund_id uuid,
  ledger_tx_id uuid,
  constraint choice_pkey PRIMARY KEY (donation_id),
  constraint choice_ledger_tx_id_key UNIQUE (ledger_tx_id),
  constraint choice_refund_id_key UNIQUE (refund_id),
  constraint choice_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint choice_ledger_tx_id_fkey FOREIGN KEY (ledger_tx_id) REFERENCES ledger.tx(id),
  constraint choice_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds.refund(id),
  constraint choice_amount_check CHECK (amount >= 0),
  constraint choice_check CHECK (ends_at > requested_at),
  constraint choice_choice_check CHECK (choice = ANY (ARRAY['refund'::text, 'sadaqah'::text])),
  constraint chosen_when CHECK ((choice IS NULL) = (chosen_at IS NULL)),
  constraint refund_was_chosen CHECK (refund_id IS NULL OR choice = 'refund'::text AND settled_at IS NOT NULL),
  constraint sadaqah_was_chosen CHECK (ledger_tx_id IS NULL OR choice = 'sadaqah'::text AND settled_at IS NOT NULL),
  constraint settled_after_choice CHECK (settled_at IS NULL OR choice IS NOT NULL),
  constraint settled_amount CHECK ((settled_at IS NULL) = (amount IS NULL)),
  constraint settled_amount_is_booked CHECK (settled_at IS NULL OR (amount > 0) = (num_nonnulls(refund_id, ledger_tx_id) = 1))
);
grant delete, insert, select, update on qurbani.choice to sunbul_app;
CREATE INDEX choice_to_settle ON qurbani.choice USING btree (ends_at) WHERE settled_at IS NULL;
CREATE TRIGGER choice_once BEFORE DELETE OR UPDATE ON qurbani.choice FOR EACH ROW EXECUTE FUNCTION qurbani.refuse_second_outcome();

create table qurbani.item (
  level_id bigint not null,
  campaign_id bigint not null,
  hijri_year smallint not null,
  country text not null,
  animal text not null,
  unit text not null,
  animal_price bigint not null,
  capacity integer,
  partner text not null,
  is_sponsored boolean not null default false,
  is_offered boolean not null default true,
  calendar text not null,
  time_zone text not null,
  opens_on date not null,
  last_day smallint not null,
  close_day smallint not null,
  close_minutes smallint not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint item_pkey PRIMARY KEY (level_id),
  constraint item_once_a_year UNIQUE (campaign_id, hijri_year, country, animal, unit, partner),
  constraint item_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint item_level_id_fkey FOREIGN KEY (level_id) REFERENCES campaigns.level(id),
  constraint item_animal_check CHECK (animal = ANY (ARRAY['sheep'::text, 'goat'::text, 'cow'::text, 'camel'::text])),
  constraint item_animal_price_check CHECK (animal_price > 0),
  constraint item_calendar_check CHECK (calendar = ANY (ARRAY['SA'::text, 'CALC'::text, 'SOUTH_ASIA'::text, 'MABIMS'::text, 'MA'::text, 'OM'::text, 'EG'::text, 'LOCAL_UK'::text])),
  constraint item_capacity_check CHECK (capacity >= 1 AND capacity <= 100000),
  constraint item_check CHECK (close_day >= 1 AND close_day <= last_day),
  constraint item_close_minutes_check CHECK (close_minutes >= 0 AND close_minutes <= 1439),
  constraint item_closes_by_the_last_evening CHECK (close_day < last_day OR close_minutes <= 1260),
  constraint item_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint item_hijri_year_check CHECK (hijri_year >= 1440 AND hijri_year <= 1599),
  constraint item_last_day_check CHECK (last_day = ANY (ARRAY[12, 13])),
  constraint item_of_one_share_is_whole CHECK (unit = 'animal'::text OR (animal = ANY (ARRAY['cow'::text, 'camel'::text]))),
  constraint item_partner_check CHECK (length(partner) >= 1 AND length(partner) <= 120),
  constraint item_time_zone_check CHECK (length(time_zone) >= 1 AND length(time_zone) <= 64),
  constraint item_unit_check CHECK (unit = ANY (ARRAY['share'::text, 'animal'::text]))
);
grant insert, select, update on qurbani.item to sunbul_app;
CREATE INDEX item_of_year ON qurbani.item USING btree (hijri_year) WHERE is_offered;

create table qurbani.reminder (
  id uuid not null,
  email text not null,
  mailbox_hash text not null,
  hijri_year smallint not null,
  locale text not null,
  network_key bytea,
  created_at timestamp with time zone not null,
  constraint reminder_pkey PRIMARY KEY (id),
  constraint reminder_once_a_year UNIQUE (email, hijri_year),
  constraint reminder_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint reminder_hijri_year_check CHECK (hijri_year >= 1440 AND hijri_year <= 1599),
  constraint reminder_mailbox_hash_check CHECK (length(mailbox_hash) = 43)
);
grant delete, insert, select, update on qurbani.reminder to sunbul_app;
CREATE INDEX reminder_of_mailbox ON qurbani.reminder USING btree (mailbox_hash);
CREATE INDEX reminder_of_network ON qurbani.reminder USING btree (network_key, created_at) WHERE network_key IS NOT NULL;

create table qurbani.share (
  level_id bigint not null,
  number integer not null,
  animal integer,
  "position" smallint,
  donation_id uuid,
  share_of_order integer,
  intention text not null,
  performed_on date,
  place text,
  recorded_at timestamp with time zone,
  notified_at timestamp with time zone,
  constraint share_pkey PRIMARY KEY (level_id, number),
  constraint share_of_animal_once UNIQUE (level_id, animal, "position"),
  constraint share_of_order_once UNIQUE (donation_id, share_of_order),
  constraint share_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint share_level_id_fkey FOREIGN KEY (level_id) REFERENCES qurbani.allocation(level_id),
  constraint notified_after_performance CHECK (notified_at IS NULL OR performed_on IS NOT NULL),
  constraint performance_is_whole CHECK ((performed_on IS NULL) = (place IS NULL) AND (performed_on IS NULL) = (recorded_at IS NULL)),
  constraint performed_share_has_animal CHECK (performed_on IS NULL OR animal IS NOT NULL),
  constraint share_animal_check CHECK (animal > 0),
  constraint share_has_order CHECK ((donation_id IS NULL) = (share_of_order IS NULL)),
  constraint share_has_position CHECK ((animal IS NULL) = ("position" IS NULL)),
  constraint share_intention_check CHECK (intention = ANY (ARRAY['qurbani'::text, 'aqiqah'::text, 'vow'::text])),
  constraint share_number_check CHECK (number > 0),
  constraint share_place_check CHECK (length(place) >= 1 AND length(place) <= 120),
  constraint share_position_check CHECK ("position" >= 1 AND "position" <= 7),
  constraint share_share_of_order_check CHECK (share_of_order > 0),
  constraint share_without_animal_has_order CHECK (animal IS NOT NULL OR donation_id IS NOT NULL)
);
grant insert, select, update on qurbani.share to sunbul_app;
CREATE INDEX share_to_notify ON qurbani.share USING btree (donation_id) WHERE donation_id IS NOT NULL AND performed_on IS NOT NULL AND (notified_at IS NULL OR notified_at < recorded_at);

create table qurbani.unsubscription (
  mailbox_hash text not null,
  created_at timestamp with time zone not null,
  constraint unsubscription_pkey PRIMARY KEY (mailbox_hash),
  constraint unsubscription_mailbox_hash_check CHECK (length(mailbox_hash) = 43)
);
grant delete, insert, select, update on qurbani.unsubscription to sunbul_app;

CREATE OR REPLACE FUNCTION qurbani.refuse_second_outcome()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.choice is not null then raise exception 'donation %: the choice is made', old.donation_id using errcode = 'check_violation', constraint = 'choice_once'; end if;
    return old;
  end if;
  if (old.choice is not null and (new.choice, new.chosen_at) is distinct from (old.choice, old.chosen_at))
    or (old.settled_at is not null and new is distinct from old) then
    raise exception 'donation %: the choice is made', old.donation_id using errcode = 'check_violation', constraint = 'choice_once';
  end if;
  return new;
end $function$;

create schema receipts;
grant usage on schema receipts to sunbul_app;

create table receipts.copy (
  account_id uuid not null,
  requested_on date not null,
  nth smallint not null,
  receipt_id uuid not null,
  requested_at timestamp with time zone not null,
  idempotency_key text,
  requested_for uuid,
  constraint copy_pkey PRIMARY KEY (account_id, requested_on, nth),
  constraint copy_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint copy_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts.receipt(id),
  constraint copy_idempotency_key_check CHECK (length(idempotency_key) >= 1 AND length(idempotency_key) <= 255),
  constraint copy_nth_check CHECK (nth >= 1 AND nth <= 3)
);
grant delete, insert, select, update on receipts.copy to sunbul_app;
CREATE UNIQUE INDEX copy_key ON receipts.copy USING btree (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

create table receipts.counter (
  issuer_id bigint not null,
  tax_year integer not null,
  last_serial bigint not null,
  constraint counter_pkey PRIMARY KEY (issuer_id, tax_year),
  constraint counter_issuer_id_fkey FOREIGN KEY (issuer_id) REFERENCES organizations.organization(id)
);
grant delete, insert, select, update on receipts.counter to sunbul_app;

create table receipts.document (
  receipt_id uuid not null,
  format text not null,
  is_void boolean not null,
  bytes bytea not null,
  sha256 bytea not null,
  template_version text not null,
  generated_at timestamp with time zone not null,
  constraint document_pkey PRIMARY KEY (receipt_id, format, is_void),
  constraint document_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts.receipt(id),
  constraint document_format_check CHECK (format = ANY (ARRAY['html'::text, 'pdf'::text])),
  constraint document_hash CHECK (sha256 = sha256(bytes))
);
grant insert, select on receipts.document to sunbul_app;
CREATE TRIGGER document_frozen BEFORE DELETE OR UPDATE ON receipts.document FOR EACH ROW EXECUTE FUNCTION receipts.refuse_change_unless_purged();
CREATE TRIGGER document_no_truncate BEFORE TRUNCATE ON receipts.document FOR EACH STATEMENT EXECUTE FUNCTION receipts.refuse_change();

create table receipts.line (
  receipt_id uuid not null,
  donation_id uuid not null,
  revision smallint not null default 1,
  constraint line_pkey PRIMARY KEY (donation_id, revision),
  constraint line_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint line_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts.receipt(id)
);
-- statistics 20: receipt_id, donation_id, revision
grant insert, select on receipts.line to sunbul_app;
CREATE INDEX line_receipt ON receipts.line USING btree (receipt_id);
CREATE TRIGGER line_frozen BEFORE DELETE OR UPDATE ON receipts.line FOR EACH ROW EXECUTE FUNCTION receipts.refuse_change();
CREATE TRIGGER line_no_truncate BEFORE TRUNCATE ON receipts.line FOR EACH STATEMENT EXECUTE FUNCTION receipts.refuse_change();
CREATE TRIGGER receipt_line_added AFTER INSERT ON receipts.line FOR EACH ROW EXECUTE FUNCTION change_feed.note_donation_of();

create table receipts.receipt (
  id uuid not null,
  issuer_id bigint not null,
  tax_year integer not null,
  serial bigint not null,
  number text not null,
  kind text not null,
  intent_id uuid not null,
  revision smallint not null default 1,
  template_version text not null,
  locale text not null,
  email text,
  snapshot jsonb not null,
  issued_at timestamp with time zone not null,
  purged_at timestamp with time zone,
  constraint receipt_pkey PRIMARY KEY (id),
  constraint receipt_intent_id_issuer_id_revision_key UNIQUE (intent_id, issuer_id, revision),
  constraint receipt_issuer_id_tax_year_serial_key UNIQUE (issuer_id, tax_year, serial),
  constraint receipt_number_key UNIQUE (number),
  constraint receipt_issuer_id_fkey FOREIGN KEY (issuer_id) REFERENCES organizations.organization(id),
  constraint receipt_kind_check CHECK (kind = ANY (ARRAY['official'::text, 'plain'::text]))
);
-- statistics 0: snapshot
-- statistics 20: id, issuer_id, tax_year, serial, number, kind, intent_id, revision, template_version, locale, email, issued_at, purged_at
grant insert, select on receipts.receipt to sunbul_app;
CREATE TRIGGER receipt_changed AFTER INSERT OR UPDATE ON receipts.receipt FOR EACH ROW EXECUTE FUNCTION change_feed.note('receipt');
CREATE TRIGGER receipt_frozen BEFORE DELETE OR UPDATE ON receipts.receipt FOR EACH ROW EXECUTE FUNCTION receipts.refuse_all_but_purge();
CREATE TRIGGER receipt_no_truncate BEFORE TRUNCATE ON receipts.receipt FOR EACH STATEMENT EXECUTE FUNCTION receipts.refuse_change();
CREATE TRIGGER webhook_event AFTER INSERT ON receipts.receipt REFERENCING NEW TABLE AS issued FOR EACH STATEMENT EXECUTE FUNCTION webhooks.add_receipt_event();

create table receipts.statement (
  id uuid not null,
  account_id uuid not null,
  regime text not null,
  tax_year integer not null,
  locale text not null,
  fingerprint bytea not null,
  content jsonb not null,
  requested_at timestamp with time zone not null,
  constraint statement_pkey PRIMARY KEY (id),
  constraint statement_account_id_regime_tax_year_locale_fingerprint_key UNIQUE (account_id, regime, tax_year, locale, fingerprint),
  constraint statement_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint statement_regime_check CHECK (regime = ANY (ARRAY['uk'::text, 'us'::text, 'ca'::text, 'plain'::text]))
);
grant delete, insert, select, update on receipts.statement to sunbul_app;
CREATE INDEX statement_requested ON receipts.statement USING btree (requested_at);

create table receipts.statement_document (
  statement_id uuid not null,
  format text not null,
  bytes bytea not null,
  sha256 bytea not null,
  generated_at timestamp with time zone not null,
  constraint statement_document_pkey PRIMARY KEY (statement_id, format),
  constraint statement_document_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES receipts.statement(id) ON DELETE CASCADE,
  constraint statement_document_format_check CHECK (format = ANY (ARRAY['csv'::text, 'pdf'::text])),
  constraint statement_document_hash CHECK (sha256 = sha256(bytes))
);
grant delete, insert, select, update on receipts.statement_document to sunbul_app;

create table receipts.void (
  receipt_id uuid not null,
  reason text not null,
  voided_at timestamp with time zone not null,
  constraint void_pkey PRIMARY KEY (receipt_id),
  constraint void_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts.receipt(id)
);
grant insert, select on receipts.void to sunbul_app;
CREATE TRIGGER receipt_voided AFTER INSERT ON receipts.void FOR EACH ROW EXECUTE FUNCTION change_feed.note_void();
CREATE TRIGGER void_frozen BEFORE DELETE OR UPDATE ON receipts.void FOR EACH ROW EXECUTE FUNCTION receipts.refuse_change();
CREATE TRIGGER void_no_truncate BEFORE TRUNCATE ON receipts.void FOR EACH STATEMENT EXECUTE FUNCTION receipts.refuse_change();

CREATE OR REPLACE FUNCTION receipts.purge_of_donations(gifts uuid[], at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  with purged as (
    update receipts.receipt r
    set
      purged_at = at,
      email = null,
      snapshot = jsonb_set(r.snapshot, '{donor}', '{"name": "", "address": null}')
    where r.purged_at is null
      and r.id in (
        select l.receipt_id
        from receipts.line l
        where l.donation_id = any(gifts)
      )
      and not exists (
        select
        from receipts.line l
        join giving.donation d on d.id = l.donation_id
        where l.receipt_id = r.id
          and d.purged_at is null
      )
    returning r.id
  )
  select array_agg(id) into ids
  from purged;

  delete from receipts.document
  where receipt_id = any(ids);

  return coalesce(cardinality(ids), 0);
end $function$;
revoke execute on function receipts.purge_of_donations(uuid[],timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION receipts.refuse_all_but_purge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.purged_at is null and new.purged_at is not null and new.email is null
    and new.snapshot = jsonb_set(old.snapshot, '{donor}', '{"name": "", "address": null}')
    and to_jsonb(new) - array['email', 'snapshot', 'purged_at'] = to_jsonb(old) - array['email', 'snapshot', 'purged_at']
    and not exists (select from receipts.line l join giving.donation d on d.id = l.donation_id where l.receipt_id = old.id and d.purged_at is null)
  then return new; end if;
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION receipts.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION receipts.refuse_change_unless_purged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (select from receipts.receipt r where r.id = old.receipt_id and r.purged_at is not null) then return old; end if;
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $function$;

create schema referrals;
grant usage on schema referrals to sunbul_app;

create table referrals.counted_plan (
  referer_id uuid not null,
  plan_id uuid not null,
  added_at timestamp with time zone not null,
  constraint counted_plan_pkey PRIMARY KEY (referer_id, plan_id),
  constraint counted_plan_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans.plan(id),
  constraint counted_plan_referer_id_fkey FOREIGN KEY (referer_id) REFERENCES referrals.referer(id)
);
grant delete, insert, select, update on referrals.counted_plan to sunbul_app;

create table referrals.referer (
  id uuid not null,
  code text not null,
  account_id uuid,
  campaign_id bigint,
  created_at timestamp with time zone not null,
  constraint referer_pkey PRIMARY KEY (id),
  constraint referer_code_key UNIQUE (code),
  constraint referer_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint referer_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint referer_code_check CHECK (code ~ '^[A-Za-z0-9_-]{1,64}$'::text AND POSITION(('Team'::text) IN (code)) > 0)
);
grant insert, select, update on referrals.referer to sunbul_app;
CREATE UNIQUE INDEX referer_once ON referrals.referer USING btree (account_id, COALESCE(campaign_id, 0::bigint)) WHERE account_id IS NOT NULL;

create table referrals.referral (
  donation_id uuid not null,
  referer_id uuid not null,
  campaign_id bigint not null,
  plan_id uuid,
  currency character(3) not null,
  gift bigint not null,
  refunded_amount bigint not null default 0,
  given_at timestamp with time zone not null,
  constraint referral_pkey PRIMARY KEY (donation_id),
  constraint referral_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint referral_referer_id_fkey FOREIGN KEY (referer_id) REFERENCES referrals.referer(id),
  constraint referral_gift_check CHECK (gift > 0),
  constraint refunded_within_donation CHECK (refunded_amount >= 0 AND refunded_amount <= gift)
);
grant insert, select, update on referrals.referral to sunbul_app;
CREATE INDEX referral_of_campaign ON referrals.referral USING btree (campaign_id, given_at DESC, donation_id DESC);
CREATE INDEX referral_of_link ON referrals.referral USING btree (referer_id, given_at DESC, donation_id DESC);

create schema refunds;
grant usage on schema refunds to sunbul_app;

create table refunds.line (
  refund_id uuid not null,
  donation_id uuid not null,
  gift bigint not null default 0,
  tip bigint not null default 0,
  covered_fee bigint not null default 0,
  fee_restored bigint not null default 0,
  zakat_eligible bigint not null default 0,
  constraint line_pkey PRIMARY KEY (refund_id, donation_id),
  constraint line_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint line_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds.refund(id),
  constraint line_covered_fee_check CHECK (covered_fee >= 0),
  constraint line_fee_restored_check CHECK (fee_restored >= 0),
  constraint line_gift_check CHECK (gift >= 0),
  constraint line_refunds_something CHECK ((gift + tip + covered_fee) > 0),
  constraint line_tip_check CHECK (tip >= 0),
  constraint line_zakat_eligible_check CHECK (zakat_eligible >= 0)
);
grant insert, select on refunds.line to sunbul_app;
CREATE INDEX line_donation ON refunds.line USING btree (donation_id);
CREATE TRIGGER line_frozen BEFORE DELETE OR UPDATE ON refunds.line FOR EACH ROW EXECUTE FUNCTION refunds.refuse_change();
CREATE TRIGGER line_within_donation BEFORE INSERT ON refunds.line FOR EACH ROW EXECUTE FUNCTION refunds.refuse_excess_refund_of_donation();
CREATE TRIGGER refund_line_added AFTER INSERT ON refunds.line FOR EACH ROW EXECUTE FUNCTION change_feed.note_refund_line();

create table refunds.manual_review (
  provider text not null,
  provider_refund_id text not null,
  intent_id uuid,
  amount bigint not null,
  currency character(3) not null,
  reason text not null,
  found_at timestamp with time zone not null,
  id uuid not null,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  note text not null default ''::text,
  constraint manual_review_pkey PRIMARY KEY (id),
  constraint one_of_each_reason UNIQUE (provider, provider_refund_id, reason),
  constraint manual_review_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES payments.intent(id),
  constraint manual_review_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES identity.account(id),
  constraint manual_review_note_check CHECK (length(note) <= 500),
  constraint resolved_has_time CHECK (resolved_by IS NULL OR resolved_at IS NOT NULL)
);
grant insert, select, update on refunds.manual_review to sunbul_app;
CREATE INDEX manual_review_intent ON refunds.manual_review USING btree (intent_id);
CREATE INDEX manual_review_open ON refunds.manual_review USING btree (found_at) WHERE resolved_at IS NULL;
CREATE TRIGGER resolved_once BEFORE UPDATE ON refunds.manual_review FOR EACH ROW EXECUTE FUNCTION refunds.refuse_second_resolution();

create table refunds.refund (
  id uuid not null,
  intent_id uuid not null,
  state text not null,
  origin text not null,
  amount bigint not null,
  currency character(3) not null,
  provider text not null,
  provider_refund_id text,
  reason text not null,
  note text not null default ''::text,
  requested_by uuid,
  approved_by uuid,
  idempotency_key text,
  request_hash text,
  failure_reason text,
  lookups smallint not null default 0,
  next_lookup_at timestamp with time zone,
  created_at timestamp with time zone not null,
  requested_at timestamp with time zone,
  settled_at timestamp with time zone,
  evidence_due_at timestamp with time zone,
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_provider_provider_refund_id_key UNIQUE (provider, provider_refund_id),
  constraint refund_requested_by_idempotency_key_key UNIQUE (requested_by, idempotency_key),
  constraint refund_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES identity.account(id),
  constraint refund_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES payments.intent(id),
  constraint refund_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES identity.account(id),
  constraint approved_by_another_person CHECK (requested_by <> approved_by),
  constraint evidence_due_for_disputes CHECK (evidence_due_at IS NULL OR origin = 'bank'::text),
  constraint refund_amount_check CHECK (amount > 0),
  constraint refund_idempotency_key_check CHECK (length(idempotency_key) <= 255),
  constraint refund_note_check CHECK (length(note) <= 500),
  constraint refund_origin_check CHECK (origin = ANY (ARRAY['staff'::text, 'donor'::text, 'provider'::text, 'bank'::text])),
  constraint refund_reason_check CHECK (reason = ANY (ARRAY['donor-request'::text, 'duplicate'::text, 'mistake'::text, 'fraud'::text, 'campaign-cancelled'::text, 'not-performed'::text, 'other'::text])),
  constraint refund_state_check CHECK (state = ANY (ARRAY['proposed'::text, 'requested'::text, 'pending'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])),
  constraint staff_refund_has_request CHECK ((origin = 'staff'::text) = (requested_by IS NOT NULL AND idempotency_key IS NOT NULL AND request_hash IS NOT NULL))
);
grant insert, select, update on refunds.refund to sunbul_app;
CREATE INDEX refund_intent ON refunds.refund USING btree (intent_id, created_at);
CREATE INDEX refund_newest ON refunds.refund USING btree (created_at DESC, id DESC);
CREATE INDEX refund_open ON refunds.refund USING btree (intent_id) WHERE state = ANY (ARRAY['proposed'::text, 'requested'::text, 'pending'::text, 'requires_action'::text]);
CREATE INDEX refund_settled ON refunds.refund USING btree (settled_at) WHERE state = 'succeeded'::text;
CREATE INDEX refund_to_look_up ON refunds.refund USING btree (next_lookup_at) WHERE next_lookup_at IS NOT NULL;
CREATE TRIGGER refund_changed AFTER UPDATE OF state ON refunds.refund FOR EACH ROW EXECUTE FUNCTION change_feed.note_refund();
CREATE CONSTRAINT TRIGGER refund_equals_lines AFTER INSERT ON refunds.refund DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refunds.refuse_unequal_lines();
CREATE TRIGGER refund_transitions BEFORE UPDATE ON refunds.refund FOR EACH ROW EXECUTE FUNCTION refunds.refuse_illegal_transition();
CREATE TRIGGER refund_within_capture BEFORE INSERT ON refunds.refund FOR EACH ROW EXECUTE FUNCTION refunds.refuse_excess_refund();

create table refunds.request (
  id uuid not null,
  donation_id uuid not null,
  account_id uuid not null,
  reason text not null,
  state text not null,
  note text not null default ''::text,
  decided_by uuid,
  refund_id uuid,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint request_pkey PRIMARY KEY (id),
  constraint request_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES identity.account(id),
  constraint request_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint request_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds.refund(id),
  constraint granted_has_refund CHECK ((state = 'granted'::text) = (refund_id IS NOT NULL)),
  constraint open_request_is_undecided CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  constraint request_note_check CHECK (length(note) <= 500),
  constraint request_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
  constraint request_state_check CHECK (state = ANY (ARRAY['open'::text, 'granted'::text, 'declined'::text]))
);
grant delete, insert, select, update on refunds.request to sunbul_app;
CREATE UNIQUE INDEX one_open_request ON refunds.request USING btree (donation_id) WHERE state = 'open'::text;
CREATE INDEX request_account ON refunds.request USING btree (account_id);
CREATE INDEX request_donation ON refunds.request USING btree (donation_id);
CREATE INDEX request_open ON refunds.request USING btree (created_at) WHERE state = 'open'::text;
CREATE TRIGGER request_decided_once BEFORE UPDATE ON refunds.request FOR EACH ROW EXECUTE FUNCTION refunds.refuse_second_decision();

create table refunds.warning (
  id uuid not null,
  intent_id uuid not null,
  kind text not null,
  provider text not null,
  provider_warning_id text not null,
  reason text not null,
  found_at timestamp with time zone not null,
  decision text,
  decided_at timestamp with time zone,
  decided_by uuid,
  constraint warning_pkey PRIMARY KEY (id),
  constraint warning_once UNIQUE (intent_id, kind),
  constraint warning_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES identity.account(id),
  constraint warning_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES payments.intent(id),
  constraint warning_decision_check CHECK (decision = ANY (ARRAY['refund'::text, 'keep'::text])),
  constraint warning_decision_complete CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint warning_kind_check CHECK (kind = ANY (ARRAY['early-fraud-warning'::text, 'review'::text])),
  constraint warning_reason_check CHECK (length(reason) <= 100)
);
grant insert, select, update on refunds.warning to sunbul_app;
CREATE INDEX warning_decided_by ON refunds.warning USING btree (decided_by);
CREATE INDEX warning_open ON refunds.warning USING btree (found_at) WHERE decision IS NULL;

CREATE OR REPLACE FUNCTION refunds.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the lines of a refund never change' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION refunds.refuse_excess_refund()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare i payments.intent;
begin
  select * into strict i from payments.intent where id = new.intent_id for update;
  if i.state not in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'DISPUTE_WON') or i.currency <> new.currency then
    raise exception 'payment % is % and cannot be refunded in %', i.id, i.state, new.currency using errcode = 'check_violation';
  end if;
  if new.amount + coalesce((select sum(amount) from refunds.refund where intent_id = new.intent_id and state not in ('failed', 'canceled')), 0) > i.amount then
    raise exception 'payment %: refunds exceed what was captured', i.id using errcode = 'check_violation', constraint = 'refunds_within_capture';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refunds.refuse_excess_refund_of_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  d giving.donation;
  refunded record;
begin
  select * into strict d from giving.donation where id = new.donation_id;
  select coalesce(sum(l.gift), 0) as gift, coalesce(sum(l.tip), 0) as tip, coalesce(sum(l.covered_fee), 0) as covered_fee,
      coalesce(sum(l.fee_restored), 0) as fee_restored, coalesce(sum(l.zakat_eligible), 0) as zakat_eligible into refunded
    from refunds.line l join refunds.refund r on r.id = l.refund_id where l.donation_id = new.donation_id and r.state not in ('failed', 'canceled');
  if refunded.gift + new.gift > d.gift or refunded.tip + new.tip > d.tip or refunded.covered_fee + new.covered_fee > d.covered_fee
     or refunded.fee_restored + new.fee_restored > d.processing_fee or refunded.zakat_eligible + new.zakat_eligible > d.zakat_eligible then
    raise exception 'donation %: refunds exceed the donation', d.id using errcode = 'check_violation', constraint = 'refunds_within_donation';
  end if;
  if not exists (select from refunds.refund r where r.id = new.refund_id and r.intent_id = d.intent_id) then
    raise exception 'donation % is of another payment', d.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refunds.refuse_illegal_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.amount <> old.amount or new.currency <> old.currency or new.intent_id <> old.intent_id
     or old.provider_refund_id is not null and new.provider_refund_id is distinct from old.provider_refund_id then
    raise exception 'refund %: its amount and payment never change', old.id using errcode = 'check_violation';
  end if;
  if old.state = new.state then return new; end if;
  if not (old.state = 'proposed'        and new.state in ('requested', 'canceled')
       or old.state = 'requested'       and new.state in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')
       or old.state = 'pending'         and new.state in ('requires_action', 'succeeded', 'failed', 'canceled')
       or old.state = 'requires_action' and new.state in ('pending', 'succeeded', 'failed', 'canceled')
       or old.state = 'succeeded'       and new.state in ('failed')) then
    raise exception 'refund %: illegal transition from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'succeeded' and new.provider_refund_id is null then
    raise exception 'refund %: succeeded without the provider’s refund', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refunds.refuse_second_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'open' and (new.state, new.note, new.decided_by, new.refund_id, new.decided_at) is distinct from (old.state, old.note, old.decided_by, old.refund_id, old.decided_at) then
    raise exception 'refund request % is already %', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refunds.refuse_second_resolution()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.provider, new.provider_refund_id, new.intent_id, new.amount, new.currency, new.reason, new.found_at)
     is distinct from (old.id, old.provider, old.provider_refund_id, old.intent_id, old.amount, old.currency, old.reason, old.found_at)
     or old.resolved_at is not null then
    raise exception 'manual review %: its columns never change, and it is resolved once', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refunds.refuse_unequal_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select coalesce(sum(gift + tip + covered_fee), 0) from refunds.line where refund_id = new.id) <> new.amount then
    raise exception 'refund %: its lines are not its amount', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$;

create schema subscriptions;
grant usage on schema subscriptions to sunbul_app;

create table subscriptions.kill_switch (
  is_on boolean not null default true,
  reason text not null,
  details jsonb not null,
  set_at timestamp with time zone not null,
  constraint kill_switch_pkey PRIMARY KEY (is_on),
  constraint kill_switch_is_on_check CHECK (is_on),
  constraint known_reason CHECK (reason = ANY (ARRAY['too-many-due'::text, 'clocks'::text, 'provider-ahead'::text, 'person'::text]))
);
grant delete, insert, select, update on subscriptions.kill_switch to sunbul_app;

create table subscriptions.kill_switch_release (
  id bigint not null generated always as identity,
  reason text not null,
  details jsonb not null,
  set_at timestamp with time zone not null,
  released_at timestamp with time zone not null,
  ignored_until timestamp with time zone not null,
  constraint kill_switch_release_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on subscriptions.kill_switch_release to sunbul_app;
CREATE INDEX kill_switch_release_by_reason ON subscriptions.kill_switch_release USING btree (reason, released_at DESC);

create table subscriptions.occurrence (
  subscription_id uuid not null,
  occurrence_key text not null,
  seq integer not null,
  on_date date not null,
  number smallint,
  planned_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  is_uncertain boolean not null default false,
  state text not null,
  skip_reason text,
  gift bigint not null,
  tip bigint not null,
  retries smallint not null default 0,
  charge_id uuid,
  lease_until timestamp with time zone,
  action_deadline timestamp with time zone,
  decline_code text,
  intent_id uuid,
  settled_at timestamp with time zone,
  delayed_since timestamp with time zone,
  partition smallint not null default 0,
  cancelled_from text,
  constraint occurrence_pkey PRIMARY KEY (subscription_id, occurrence_key),
  constraint occurrence_seq_once UNIQUE (subscription_id, seq),
  constraint occurrence_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions.subscription(id),
  constraint occurrence_cancelled_from_check CHECK (cancelled_from = ANY (ARRAY['SCHEDULED'::text, 'SKIPPED'::text])),
  constraint occurrence_gift_check CHECK (gift > 0),
  constraint occurrence_partition_check CHECK (partition >= 0 AND partition <= 255),
  constraint occurrence_seq_check CHECK (seq > 0),
  constraint occurrence_skip_reason_check CHECK (skip_reason = ANY (ARRAY['donor'::text, 'paused'::text, 'outage'::text, 'causes'::text])),
  constraint occurrence_state_check CHECK (state = ANY (ARRAY['SCHEDULED'::text, 'PROCESSING'::text, 'UNKNOWN'::text, 'ACTION_REQUIRED'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'SKIPPED'::text, 'CANCELLED'::text])),
  constraint occurrence_tip_check CHECK (tip >= 0),
  constraint only_cancelled_restored CHECK (cancelled_from IS NULL OR state = 'CANCELLED'::text),
  constraint skipped_has_reason CHECK ((state = 'SKIPPED'::text) = (skip_reason IS NOT NULL)),
  constraint succeeded_has_payment CHECK (state <> 'SUCCEEDED'::text OR intent_id IS NOT NULL)
);
grant insert, select, update on subscriptions.occurrence to sunbul_app;
CREATE INDEX occurrence_awaiting_action ON subscriptions.occurrence USING btree (action_deadline) WHERE state = 'ACTION_REQUIRED'::text;
CREATE INDEX occurrence_due ON subscriptions.occurrence USING btree (due_at) WHERE state = 'SCHEDULED'::text;
CREATE INDEX occurrence_due_in_partition ON subscriptions.occurrence USING btree (partition, due_at) WHERE state = 'SCHEDULED'::text;
CREATE INDEX occurrence_leased ON subscriptions.occurrence USING btree (lease_until) WHERE state = ANY (ARRAY['PROCESSING'::text, 'UNKNOWN'::text]);
CREATE INDEX occurrence_of_charge ON subscriptions.occurrence USING btree (charge_id) WHERE charge_id IS NOT NULL;
CREATE TRIGGER occurrence_added AFTER INSERT ON subscriptions.occurrence FOR EACH ROW EXECUTE FUNCTION change_feed.note_occurrence();
CREATE TRIGGER occurrence_changed AFTER UPDATE OF state, skip_reason, on_date, due_at, gift, decline_code, settled_at ON subscriptions.occurrence FOR EACH ROW EXECUTE FUNCTION change_feed.note_occurrence();
CREATE TRIGGER occurrence_transition BEFORE UPDATE OF state ON subscriptions.occurrence FOR EACH ROW EXECUTE FUNCTION subscriptions.refuse_illegal_transition();
CREATE TRIGGER occurrence_within_total AFTER UPDATE OF state, gift ON subscriptions.occurrence FOR EACH ROW WHEN ((new.state = ANY (ARRAY['PROCESSING'::text, 'UNKNOWN'::text, 'ACTION_REQUIRED'::text, 'SUCCEEDED'::text])) AND ((old.state <> ALL (ARRAY['PROCESSING'::text, 'UNKNOWN'::text, 'ACTION_REQUIRED'::text, 'SUCCEEDED'::text])) OR new.gift > old.gift)) EXECUTE FUNCTION subscriptions.refuse_above_total();

create table subscriptions.recent_start (
  key text not null,
  subscription_id uuid not null,
  started_at timestamp with time zone not null,
  constraint recent_start_pkey PRIMARY KEY (key),
  constraint recent_start_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions.subscription(id)
);
grant delete, insert, select, update on subscriptions.recent_start to sunbul_app;
CREATE INDEX recent_start_of_subscription ON subscriptions.recent_start USING btree (subscription_id);

create table subscriptions.sent_notice (
  subscription_id uuid not null,
  notice text not null,
  keys text[] not null default '{}'::text[],
  sent_at timestamp with time zone not null,
  constraint sent_notice_pkey PRIMARY KEY (subscription_id, notice),
  constraint sent_notice_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions.subscription(id)
);
grant delete, insert, select, update on subscriptions.sent_notice to sunbul_app;

create table subscriptions.subscription (
  id uuid not null,
  account_id uuid,
  idempotency_key text not null,
  plan_id uuid not null,
  programme text,
  state text not null,
  reason text,
  schedule jsonb not null,
  time_zone text not null,
  calendar text not null,
  currency text not null,
  portions jsonb not null,
  causes jsonb not null,
  card_id uuid,
  level_id bigint,
  is_zakat boolean not null,
  maximize_zakat boolean not null,
  gift_aid boolean not null,
  tax_receipt boolean not null,
  details jsonb not null,
  starts_on date not null,
  ends_on date,
  consent_until date not null,
  consent_requested_at timestamp with time zone,
  scheduled_until date,
  failures smallint not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  resumes_on date,
  level_charge_id uuid,
  request_hash text,
  total bigint,
  guest_id uuid,
  guest_email text,
  guest_name text,
  first_intent_id uuid,
  link_number integer not null default 1,
  confirm_until timestamp with time zone,
  constraint subscription_pkey PRIMARY KEY (id),
  constraint subscription_first_intent_id_key UNIQUE (first_intent_id),
  constraint subscription_request_once UNIQUE (account_id, idempotency_key),
  constraint subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint subscription_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards.card(id),
  constraint subscription_level_id_fkey FOREIGN KEY (level_id) REFERENCES campaigns.level(id),
  constraint subscription_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans.plan(id),
  constraint active_plan_has_a_card CHECK (card_id IS NOT NULL OR state <> 'active'::text),
  constraint closed_has_time CHECK ((state = ANY (ARRAY['cancelled'::text, 'ended'::text])) = (closed_at IS NOT NULL)),
  constraint ends_after_start CHECK (ends_on >= starts_on),
  constraint guest_data_only_for_guests CHECK (guest_id IS NOT NULL OR num_nonnulls(guest_email, guest_name) = 0),
  constraint guest_has_email CHECK (guest_id IS NULL OR guest_email IS NOT NULL OR (state = ANY (ARRAY['cancelled'::text, 'ended'::text]))),
  constraint inactive_has_reason CHECK ((state = 'active'::text) = (reason IS NULL)),
  constraint only_paused_resumes CHECK (resumes_on IS NULL OR state = 'paused'::text),
  constraint subscription_calendar_check CHECK (calendar = ANY (ARRAY['SA'::text, 'CALC'::text, 'SOUTH_ASIA'::text, 'MABIMS'::text, 'MA'::text, 'OM'::text, 'EG'::text, 'LOCAL_UK'::text])),
  constraint subscription_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint subscription_failures_check CHECK (failures >= 0),
  constraint subscription_guest_email_check CHECK (length(guest_email) <= 254),
  constraint subscription_guest_name_check CHECK (length(guest_name) <= 120),
  constraint subscription_has_one_donor CHECK (num_nonnulls(account_id, guest_id) = 1),
  constraint subscription_programme_check CHECK (programme = ANY (ARRAY['FridayGivers'::text, 'DailyGivers'::text, 'DhulHijjah'::text, 'Ramadan30Nights'::text])),
  constraint subscription_reason_check CHECK (reason = ANY (ARRAY['donor'::text, 'failures'::text, 'consent'::text, 'card'::text, 'causes'::text, 'zakat'::text, 'charity'::text, 'page'::text, 'dispute'::text, 'finished'::text, 'email-undeliverable'::text, 'email-refused'::text, 'email-unconfirmed'::text])),
  constraint subscription_state_check CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'needs-card'::text, 'cancelled'::text, 'ended'::text])),
  constraint subscription_total CHECK (total > 0),
  constraint subscription_total_of_equal_donations CHECK (total IS NULL OR portions ? 'each'::text),
  constraint unconfirmed_plan_has_a_deadline CHECK (reason IS DISTINCT FROM 'email-unconfirmed'::text OR confirm_until IS NOT NULL)
);
grant insert, select, update on subscriptions.subscription to sunbul_app;
CREATE INDEX subscription_causes ON subscriptions.subscription USING gin (causes jsonb_path_ops);
CREATE INDEX subscription_consent_due ON subscriptions.subscription USING btree (consent_until) WHERE state = 'active'::text;
CREATE INDEX subscription_end_due ON subscriptions.subscription USING btree (ends_on) WHERE (state = ANY (ARRAY['active'::text, 'paused'::text, 'needs-card'::text])) AND ends_on IS NOT NULL;
CREATE UNIQUE INDEX subscription_guest_request_once ON subscriptions.subscription USING btree (guest_id, idempotency_key) WHERE guest_id IS NOT NULL;
CREATE INDEX subscription_hijri ON subscriptions.subscription USING btree (calendar, id) WHERE (state = ANY (ARRAY['active'::text, 'paused'::text, 'needs-card'::text])) AND (programme = ANY (ARRAY['DhulHijjah'::text, 'Ramadan30Nights'::text]));
CREATE UNIQUE INDEX subscription_level_once ON subscriptions.subscription USING btree (account_id, level_id) WHERE level_id IS NOT NULL AND (state = ANY (ARRAY['active'::text, 'paused'::text, 'needs-card'::text]));
CREATE INDEX subscription_of_account ON subscriptions.subscription USING btree (account_id, created_at DESC);
CREATE INDEX subscription_of_card ON subscriptions.subscription USING btree (card_id) WHERE state = ANY (ARRAY['active'::text, 'paused'::text, 'needs-card'::text]);
CREATE INDEX subscription_of_guest ON subscriptions.subscription USING btree (lower(guest_email)) WHERE guest_email IS NOT NULL;
CREATE INDEX subscription_of_plan ON subscriptions.subscription USING btree (plan_id, created_at DESC, id DESC);
CREATE INDEX subscription_resume_due ON subscriptions.subscription USING btree (resumes_on) WHERE state = 'paused'::text AND resumes_on IS NOT NULL;
CREATE INDEX subscription_to_schedule ON subscriptions.subscription USING btree (scheduled_until NULLS FIRST) WHERE state = 'active'::text;
CREATE INDEX subscription_unconfirmed ON subscriptions.subscription USING btree (confirm_until) WHERE reason = 'email-unconfirmed'::text AND state = 'paused'::text;
CREATE TRIGGER plan_changed AFTER UPDATE OF state, reason, portions, failures, closed_at ON subscriptions.subscription FOR EACH ROW EXECUTE FUNCTION change_feed.note('plan');
CREATE TRIGGER plan_started AFTER INSERT ON subscriptions.subscription FOR EACH ROW EXECUTE FUNCTION change_feed.note('plan');
CREATE TRIGGER subscription_transition BEFORE UPDATE OF state ON subscriptions.subscription FOR EACH ROW EXECUTE FUNCTION subscriptions.refuse_reactivation();
CREATE TRIGGER webhook_event AFTER INSERT OR UPDATE ON subscriptions.subscription FOR EACH ROW EXECUTE FUNCTION webhooks.add_plan_event();

CREATE OR REPLACE FUNCTION subscriptions.refunded_of(subscription_id uuid, occurrence_key text, intent_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(r.gift), 0)::bigint
  from giving.donation d
  join giving.refunded_amount r on r.donation_id = d.id
  where d.intent_id = $3
    and d.subscription_id = $1
    and d.occurrence_key = $2
$function$;

CREATE OR REPLACE FUNCTION subscriptions.refuse_above_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  limit_of_plan bigint;
  charged numeric;
begin
  select total into limit_of_plan from subscriptions.subscription where id = new.subscription_id and total is not null for no key update;
  if not found then return null; end if;
  select sum(gift - case when intent_id is null then 0 else subscriptions.refunded_of(subscription_id, occurrence_key, intent_id) end) into charged
    from subscriptions.occurrence
    where subscription_id = new.subscription_id and state in ('PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED');
  if charged > limit_of_plan then
    raise exception 'subscription %: % is more than its total of %', new.subscription_id, charged, limit_of_plan using errcode = 'check_violation', constraint = 'subscription_total_exceeded';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION subscriptions.refuse_illegal_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = new.state then return new; end if;
  if not (old.state = 'SCHEDULED'       and new.state in ('PROCESSING', 'SKIPPED', 'CANCELLED')
       or old.state = 'PROCESSING'      and new.state in ('SUCCEEDED', 'FAILED', 'UNKNOWN', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'UNKNOWN'         and new.state in ('SUCCEEDED', 'FAILED', 'ACTION_REQUIRED', 'SCHEDULED')
       or old.state = 'ACTION_REQUIRED' and new.state in ('PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED')
       or old.state = 'FAILED'          and new.state in ('SCHEDULED')
       or old.state = 'SKIPPED'         and new.state in ('SCHEDULED', 'CANCELLED')
       or old.state = 'CANCELLED'       and old.cancelled_from is not null and new.state = old.cancelled_from) then
    raise exception 'occurrence % of %: illegal transition from % to %', old.occurrence_key, old.subscription_id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION subscriptions.refuse_reactivation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> new.state and old.state in ('cancelled', 'ended') then
    raise exception 'subscription %: a closed subscription can not be reactivated', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

create schema supporter_pages;
grant usage on schema supporter_pages to sunbul_app;

create table supporter_pages.page (
  id uuid not null,
  campaign_id bigint not null,
  root_id bigint not null,
  account_id uuid,
  state text not null,
  is_on_leaderboard boolean not null default false,
  opened_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint page_pkey PRIMARY KEY (id),
  constraint page_campaign_id_key UNIQUE (campaign_id),
  constraint page_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint page_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint page_root_id_fkey FOREIGN KEY (root_id) REFERENCES campaigns.campaign(id),
  constraint page_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'live'::text, 'hidden'::text, 'ended'::text]))
);
grant delete, insert, select, update on supporter_pages.page to sunbul_app;
CREATE INDEX page_account ON supporter_pages.page USING btree (account_id, opened_at DESC) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX page_once_for_account ON supporter_pages.page USING btree (root_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX page_waiting ON supporter_pages.page USING btree (root_id, opened_at) WHERE state = 'waiting'::text;
CREATE TRIGGER page_below_its_root BEFORE INSERT OR UPDATE OF campaign_id, root_id ON supporter_pages.page FOR EACH ROW EXECUTE FUNCTION supporter_pages.check_page();
CREATE TRIGGER page_syncs_from_parent AFTER INSERT OR UPDATE OF state ON supporter_pages.page FOR EACH ROW EXECUTE FUNCTION supporter_pages.page_changed();
CREATE TRIGGER page_syncs_plans AFTER INSERT ON supporter_pages.page FOR EACH ROW EXECUTE FUNCTION supporter_pages.page_opened();

CREATE OR REPLACE FUNCTION supporter_pages.campaign_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform supporter_pages.sync_from_parent(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.check_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from giving.donation d where d.campaign_id = new.id) then
    raise exception 'the parent of a page with donations is fixed' using errcode = 'check_violation', constraint = 'parent_fixed_by_donation';
  end if;
  if exists (select from supporter_pages.page g join campaigns.campaign p on p.id = new.parent_id where g.campaign_id = new.id and g.root_id not in (p.id, coalesce(p.parent_id, p.id))) then
    raise exception 'a supporter''s page stays below its root' using errcode = 'check_violation', constraint = 'page_below_its_root';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.check_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from campaigns.campaign c join campaigns.campaign p on p.id = c.parent_id where c.id = new.campaign_id and new.root_id in (p.id, p.parent_id)
      and exists (select from campaigns.campaign r where r.id = new.root_id and r.parent_id is null)) then
    raise exception 'a supporter''s page owns a campaign below its root' using errcode = 'check_violation', constraint = 'page_below_its_root';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.page_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform supporter_pages.sync_from_parent(array[new.campaign_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.page_opened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform supporter_pages.sync_plans(new.root_id, array[new.campaign_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.parent_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform supporter_pages.sync_from_parent(array(select id from campaigns.campaign where parent_id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.plan_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform supporter_pages.sync_plans(new.campaign_id, array(select campaign_id from supporter_pages.page where root_id = new.campaign_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.sync_from_parent(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION supporter_pages.sync_plans(root bigint, below bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into plans.plan (
    id, type, programme, campaign_id, frequency, is_enabled, is_on_campaign_page, requests_phone, created_at, changed_at
  )
  select
    gen_random_uuid(), o.type, o.programme, b.id, o.frequency, o.is_enabled, o.is_on_campaign_page, false,
    o.changed_at, o.changed_at
  from plans.plan o
  cross join (
    select unnest(below) as id
    order by 1
  ) b
  where o.campaign_id = root
  on conflict (campaign_id, frequency) do update
  set
    is_enabled = excluded.is_enabled,
    is_on_campaign_page = excluded.is_on_campaign_page,
    changed_at = excluded.changed_at
$function$;

create schema tax_addresses;
grant usage on schema tax_addresses to sunbul_app;

create table tax_addresses.request (
  intent_id uuid not null,
  given_at timestamp with time zone not null,
  reminders smallint not null default 0,
  constraint request_pkey PRIMARY KEY (intent_id),
  constraint request_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES payments.intent(id),
  constraint request_reminders_check CHECK (reminders = ANY (ARRAY[0, 1]))
);
grant delete, insert, select, update on tax_addresses.request to sunbul_app;
CREATE INDEX request_due ON tax_addresses.request USING btree (reminders, given_at);

create schema webhooks;
grant usage on schema webhooks to sunbul_app;

create table webhooks.delivery (
  id uuid not null default gen_random_uuid(),
  event_id uuid not null,
  endpoint_id uuid not null,
  state text not null default 'pending'::text,
  attempts smallint not null default 0,
  due_at timestamp with time zone,
  first_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  status smallint,
  response text,
  error text,
  duration_ms integer,
  constraint delivery_pkey PRIMARY KEY (id),
  constraint delivery_once UNIQUE (endpoint_id, event_id),
  constraint delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhooks.endpoint(id) ON DELETE CASCADE,
  constraint delivery_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhooks.event(id) ON DELETE CASCADE,
  constraint delivery_response_check CHECK (length(response) <= 1000),
  constraint delivery_state_check CHECK (state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])),
  constraint pending_is_due CHECK ((state = 'pending'::text) = (due_at IS NOT NULL))
);
grant delete, insert, select, update on webhooks.delivery to sunbul_app;
CREATE INDEX delivery_due ON webhooks.delivery USING btree (endpoint_id, due_at) WHERE state = 'pending'::text;
CREATE INDEX delivery_event ON webhooks.delivery USING btree (event_id);

create table webhooks.endpoint (
  id uuid not null,
  organization_id bigint not null,
  url text not null,
  events text[] not null,
  secret bytea not null,
  former_secret bytea,
  former_valid_until timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  constraint endpoint_pkey PRIMARY KEY (id),
  constraint endpoint_created_by_fkey FOREIGN KEY (created_by) REFERENCES identity.account(id),
  constraint endpoint_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint disabled_with_reason CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  constraint endpoint_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['failing'::text, 'gone'::text, 'member'::text])),
  constraint endpoint_events_check CHECK (cardinality(events) >= 1 AND cardinality(events) <= 30),
  constraint endpoint_url_check CHECK (length(url) >= 1 AND length(url) <= 500),
  constraint former_secret_has_an_end CHECK ((former_secret IS NULL) = (former_valid_until IS NULL))
);
grant delete, insert, select, update on webhooks.endpoint to sunbul_app;
CREATE INDEX endpoint_creator ON webhooks.endpoint USING btree (created_by);
CREATE INDEX endpoint_organization ON webhooks.endpoint USING btree (organization_id);

create table webhooks.event (
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  organization_id bigint not null,
  kind text not null,
  object_id text not null,
  change text not null default ''::text,
  occurred_at timestamp with time zone not null,
  sequence bigint,
  data jsonb,
  constraint event_pkey PRIMARY KEY (id),
  constraint event_once UNIQUE (organization_id, kind, object_id, change),
  constraint event_sequence_key UNIQUE (sequence),
  constraint event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint data_with_sequence CHECK ((data IS NULL) = (sequence IS NULL))
);
grant delete, insert, select, update on webhooks.event to sunbul_app;
CREATE INDEX event_object ON webhooks.event USING btree (object_id);
CREATE INDEX event_organization ON webhooks.event USING btree (organization_id, sequence);
CREATE INDEX event_time ON webhooks.event USING btree (occurred_at);
CREATE INDEX event_without_data ON webhooks.event USING btree (number) WHERE sequence IS NULL;

CREATE OR REPLACE FUNCTION webhooks.add_dispute_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform webhooks.add_event(
    c.organization_id, 'donation.disputed', d.id::text,
    (select count(*) from refunds.refund r where r.intent_id = new.id and r.origin = 'bank')::text, now()
  )
  from giving.donation d
  join campaigns.campaign c on c.id = d.campaign_id
  where d.intent_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION webhooks.add_distribution_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform webhooks.add_event(c.organization_id, 'zakat.distributed', new.id::text, '', new.reviewed_at)
  from campaigns.campaign c
  where c.id = new.campaign_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION webhooks.add_event(organization_id bigint, kind text, object_id text, change text, occurred_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into webhooks.event (organization_id, kind, object_id, change, occurred_at)
  select $1, $2, $3, $4, $5
  where exists (select from webhooks.endpoint e where e.organization_id = $1)
  on conflict on constraint event_once do nothing
$function$;

CREATE OR REPLACE FUNCTION webhooks.add_page_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform webhooks.add_event(
    new.organization_id, 'page.published', new.id::text, new.published_version::text, new.changed_at
  );
  return null;
end $function$;

CREATE OR REPLACE FUNCTION webhooks.add_payout_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform webhooks.add_event(
    new.organization_id, 'payout.' || new.state, new.id::text, '', coalesce(new.ended_at, new.paid_at, new.sent_at)
  );
  return null;
end $function$;

CREATE OR REPLACE FUNCTION webhooks.add_plan_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  organization bigint;
  is_new boolean := tg_op = 'INSERT';
begin
  if not exists (select from webhooks.endpoint) or (not is_new and new.version = old.version) then return null; end if;
  select c.organization_id into organization
  from plans.plan p join campaigns.campaign c on c.id = p.campaign_id
  where p.id = new.plan_id;
  if organization is null or new.reason = 'email-unconfirmed' then return null; end if;
  if is_new then
    perform webhooks.add_event(organization, 'plan.started', new.id::text, '', new.changed_at);
    return null;
  end if;
  if old.reason = 'email-unconfirmed' then
    if new.state = 'active' then
      perform webhooks.add_event(organization, 'plan.started', new.id::text, '', new.changed_at);
    end if;
    return null;
  end if;
  if new.failures > old.failures then
    perform webhooks.add_event(organization, 'plan.charge_failed', new.id::text, new.version::text, new.changed_at);
  end if;
  if new.state in ('cancelled', 'ended') then
    perform webhooks.add_event(organization, 'plan.ended', new.id::text, '', new.changed_at);
  elsif new.state = 'paused' and old.state <> 'paused' then
    perform webhooks.add_event(organization, 'plan.paused', new.id::text, new.version::text, new.changed_at);
  elsif new.failures = old.failures or new.state <> old.state then
    perform webhooks.add_event(organization, 'plan.changed', new.id::text, new.version::text, new.changed_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION webhooks.add_receipt_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhooks.event (organization_id, kind, object_id, occurred_at)
  select r.issuer_id, 'receipt.issued', r.id::text, r.issued_at
  from issued r
  where exists (select from webhooks.endpoint e where e.organization_id = r.issuer_id)
  on conflict on constraint event_once do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION webhooks.erase_donor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhooks.event) then return null; end if;
  update webhooks.event e set data = e.data || '{"name": null, "email": null, "isAnonymous": true}'
  where e.object_id = new.id::text and e.data is not null;
  update webhooks.event e set data = e.data || '{"name": null, "donationId": null}'
  where e.object_id = new.subscription_id::text and e.data is not null;
  update webhooks.delivery v set response = null
  from webhooks.event e
  where e.id = v.event_id and e.object_id in (new.id::text, new.subscription_id::text);
  return null;
end $function$;

create schema workspace;
grant usage on schema workspace to sunbul_app;

create table workspace.day_total (
  organization_id bigint not null,
  dimension text not null,
  day date not null,
  currency text not null,
  value text not null,
  gift bigint not null,
  donations bigint not null,
  zakat bigint not null,
  constraint day_total_pkey PRIMARY KEY (organization_id, dimension, day, currency, value),
  constraint day_total_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint day_total_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint day_total_dimension_check CHECK (dimension = ANY (ARRAY['all'::text, 'campaign'::text, 'source'::text, 'country'::text]))
);
grant delete, insert, select, update on workspace.day_total to sunbul_app;
CREATE INDEX day_total_zakat ON workspace.day_total USING btree (organization_id, value, day) WHERE dimension = 'campaign'::text AND zakat > 0;

create table workspace.donor_day (
  organization_id bigint not null,
  donor_key bytea not null,
  day date not null,
  previous_on date,
  constraint donor_day_pkey PRIMARY KEY (organization_id, donor_key, day),
  constraint donor_day_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint donor_day_check CHECK (previous_on < day)
);
-- statistics 20: donor_key
grant delete, insert, select, update on workspace.donor_day to sunbul_app;
CREATE INDEX donor_day_by_day ON workspace.donor_day USING btree (organization_id, day) INCLUDE (previous_on);
CREATE TRIGGER donor_days_added AFTER INSERT ON workspace.donor_day REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION workspace.add_donor_days();
CREATE TRIGGER donor_days_removed AFTER DELETE ON workspace.donor_day REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION workspace.subtract_donor_days();
CREATE TRIGGER donor_days_subtracted AFTER UPDATE ON workspace.donor_day REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION workspace.subtract_donor_days();
CREATE TRIGGER donor_days_updated AFTER UPDATE ON workspace.donor_day REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION workspace.add_donor_days();

create table workspace.donor_day_total (
  organization_id bigint not null,
  day date not null,
  previous_on date not null,
  donors bigint not null,
  constraint donor_day_total_pkey PRIMARY KEY (organization_id, day, previous_on),
  constraint donor_day_total_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations.organization(id),
  constraint donor_day_total_check CHECK (previous_on < day)
) with (fillfactor=80);
grant delete, insert, select, update on workspace.donor_day_total to sunbul_app;

CREATE OR REPLACE FUNCTION workspace.add_donor_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into workspace.donor_day_total as t (organization_id, day, previous_on, donors)
  select organization_id, day, coalesce(previous_on, '-infinity'), count(*) from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, day, previous_on) do update set donors = t.donors + excluded.donors;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION workspace.count_donors(donation_ids uuid[], former_ids uuid[], former_keys bytea[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION workspace.days_of(donation_ids uuid[], former_ids uuid[], former_keys bytea[])
 RETURNS TABLE(organization_id bigint, donor_key bytea, day date, time_zone text)
 LANGUAGE sql
 STABLE
AS $function$
  select distinct c.organization_id, k.donor_key, (d.given_at at time zone o.time_zone)::date, o.time_zone
  from (
    select d.id, d.donor_key from giving.donation d where d.id = any(donation_ids || former_ids)
    union
    select * from unnest(former_ids, former_keys)
  ) k(id, donor_key)
  join giving.donation d on d.id = k.id
  join campaigns.campaign c on c.id = d.campaign_id
  join organizations.organization o on o.id = c.organization_id
$function$;

CREATE OR REPLACE FUNCTION workspace.dimensions_of(d giving.donation)
 RETURNS TABLE(dimension text, value text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('all', ''), ('campaign', d.campaign_id::text), ('country', case when d.is_anonymous then '' else coalesce(d.country::text, '') end),
    ('source', case when nullif(d.referred_donor, '') is not null then 'referral'
                    when nullif(d.source, '') is not null then 'src:' || d.source else '' end)
$function$;

CREATE OR REPLACE FUNCTION workspace.rebuild(only_organization bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION workspace.subtract_donor_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update workspace.donor_day_total t set donors = t.donors - r.donors
  from (select organization_id, day, coalesce(previous_on, '-infinity') as previous_on, count(*) as donors from removed group by 1, 2, 3) r
  where t.organization_id = r.organization_id and t.day = r.day and t.previous_on = r.previous_on;
  return null;
end $function$;

create schema zakat;
grant usage on schema zakat to sunbul_app;

create table zakat.distribution (
  id uuid not null,
  campaign_id bigint not null,
  currency text not null,
  amount bigint not null,
  distributed_on date not null,
  country text not null,
  category text not null,
  people integer not null,
  description text not null default ''::text,
  state text not null default 'submitted'::text,
  reported_by uuid,
  reported_at timestamp with time zone not null,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  review_reason text,
  constraint distribution_pkey PRIMARY KEY (id),
  constraint distribution_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint distribution_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES identity.account(id),
  constraint distribution_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES identity.account(id),
  constraint distribution_amount_check CHECK (amount > 0),
  constraint distribution_category_check CHECK (category = ANY (ARRAY['poor'::text, 'needy'::text, 'collectors'::text, 'hearts'::text, 'bondage'::text, 'debt'::text, 'cause'::text, 'travellers'::text])),
  constraint distribution_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint distribution_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint distribution_description_check CHECK (length(description) <= 1000),
  constraint distribution_people_check CHECK (people > 0),
  constraint distribution_review_reason_check CHECK (length(review_reason) >= 1 AND length(review_reason) <= 2000),
  constraint distribution_reviewed CHECK ((state = 'submitted'::text) = (reviewed_at IS NULL)),
  constraint distribution_state_check CHECK (state = ANY (ARRAY['submitted'::text, 'approved'::text, 'rejected'::text]))
);
grant delete, insert, select, update on zakat.distribution to sunbul_app;
CREATE INDEX distribution_campaign ON zakat.distribution USING btree (campaign_id, distributed_on DESC, id DESC);
CREATE INDEX distribution_to_review ON zakat.distribution USING btree (reported_at) WHERE state = 'submitted'::text;
CREATE TRIGGER webhook_event AFTER UPDATE OF state ON zakat.distribution FOR EACH ROW WHEN (new.state = 'approved'::text AND old.state <> 'approved'::text) EXECUTE FUNCTION webhooks.add_distribution_event();

create table zakat.distribution_file (
  id uuid not null,
  distribution_id uuid not null,
  kind text not null,
  bytes integer not null,
  faces text not null,
  description text not null,
  added_at timestamp with time zone not null,
  constraint distribution_file_pkey PRIMARY KEY (id),
  constraint distribution_file_distribution_id_fkey FOREIGN KEY (distribution_id) REFERENCES zakat.distribution(id),
  constraint distribution_file_bytes_check CHECK (bytes >= 1 AND bytes <= 10485760),
  constraint distribution_file_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  constraint distribution_file_faces_check CHECK (faces = ANY (ARRAY['consented'::text, 'hidden'::text, 'none'::text])),
  constraint distribution_file_kind_check CHECK (kind = ANY (ARRAY['webp'::text, 'pdf'::text]))
);
grant delete, insert, select, update on zakat.distribution_file to sunbul_app;
CREATE INDEX distribution_file_of ON zakat.distribution_file USING btree (distribution_id);

create table zakat.offsite_donation (
  id uuid not null,
  account_id uuid not null,
  given_on date not null,
  currency character(3) not null,
  amount bigint not null,
  note text not null default ''::text,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone,
  constraint offsite_donation_pkey PRIMARY KEY (id),
  constraint offsite_donation_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint offsite_donation_amount_check CHECK (amount > 0),
  constraint offsite_donation_note_check CHECK (length(note) <= 500)
);
-- statistics 0: note
grant delete, insert, select, update on zakat.offsite_donation to sunbul_app;
CREATE INDEX offsite_donation_account ON zakat.offsite_donation USING btree (account_id, given_on DESC, id DESC);

create table zakat.profile (
  id uuid not null,
  account_id uuid not null,
  revision bigint not null generated always as identity,
  period text not null,
  currency character(3) not null,
  zakat_due bigint not null,
  status text not null,
  start_date date not null,
  anniversary date not null,
  anchor_year text not null,
  anchor_month smallint not null,
  anchor_day smallint not null,
  time_zone text not null,
  rule_set_id text not null,
  prices jsonb not null,
  encrypted bytea not null,
  created_at timestamp with time zone not null,
  constraint profile_pkey PRIMARY KEY (id),
  constraint profile_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint profile_anchor_day_check CHECK (anchor_day >= 1 AND anchor_day <= 31),
  constraint profile_anchor_month_check CHECK (anchor_month >= 1 AND anchor_month <= 12),
  constraint profile_anchor_year_check CHECK (anchor_year = ANY (ARRAY['lunar'::text, 'solar'::text])),
  constraint profile_due_with_status CHECK (status = 'DUE'::text OR zakat_due = 0),
  constraint profile_period_check CHECK (length(period) >= 1 AND length(period) <= 20),
  constraint profile_status_check CHECK (status = ANY (ARRAY['DUE'::text, 'BELOW_NISAB'::text, 'NOT_YET_DUE'::text])),
  constraint profile_year_has_days CHECK (anniversary > start_date),
  constraint profile_zakat_due_check CHECK (zakat_due >= 0)
);
-- statistics 0: prices, encrypted
grant delete, insert, select on zakat.profile to sunbul_app;
CREATE INDEX profile_account ON zakat.profile USING btree (account_id, created_at DESC, revision DESC);
CREATE INDEX profile_anniversary ON zakat.profile USING btree (anniversary);

create table zakat.reassignment_request (
  donation_id uuid not null,
  account_id uuid not null,
  note text not null default ''::text,
  requested_at timestamp with time zone not null,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  constraint reassignment_request_pkey PRIMARY KEY (donation_id),
  constraint reassignment_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id),
  constraint reassignment_request_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES identity.account(id),
  constraint reassignment_request_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES giving.donation(id),
  constraint reassignment_answered CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint reassignment_request_answer_check CHECK (length(answer) >= 1 AND length(answer) <= 2000),
  constraint reassignment_request_note_check CHECK (length(note) <= 1000)
);
grant delete, insert, select, update on zakat.reassignment_request to sunbul_app;
CREATE INDEX reassignment_account ON zakat.reassignment_request USING btree (account_id);
CREATE INDEX reassignment_open ON zakat.reassignment_request USING btree (requested_at) WHERE answered_at IS NULL;

create table zakat.reminder (
  account_id uuid not null,
  anniversary date not null,
  days smallint not null,
  sent_at timestamp with time zone not null,
  constraint reminder_pkey PRIMARY KEY (account_id, anniversary, days),
  constraint reminder_account_id_fkey FOREIGN KEY (account_id) REFERENCES identity.account(id) ON DELETE CASCADE,
  constraint reminder_days_check CHECK (days = ANY (ARRAY[30, 1]))
);
grant delete, insert, select, update on zakat.reminder to sunbul_app;

-- Platform: the schemas that all other areas use (notifications, outbox, audit, identity, flags, currencies, addresses
-- and media).

-- Notifications: the email queue, and analytics events of our pages.
create schema notifications;

-- An email. It is written in the same transaction as the change it reports, and a job sends it after the commit.
create table notifications.mail (
  id              uuid primary key,
  message_id      text not null unique,      -- the Message-ID header; a resend after a crash reuses it, so that mailboxes show one email
  kind            text not null,
  to_address      text not null,
  locale          text not null,
  subject         text not null,
  html            text,
  plain           text,
  state           text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts        smallint not null default 0,
  next_attempt_at timestamptz not null,
  last_error      text,
  created_at      timestamptz not null,
  sent_at         timestamptz,
  content         jsonb,                     -- structured content, rendered as HTML and plain text when the email is sent; takes a tenth of their space
  purge_at        timestamptz,               -- when the row is deleted; null: never
  constraint mail_has_content check (content is not null or (html is not null and plain is not null))
);
-- These columns are written once and rarely read, so compression is not worth its time.
alter table notifications.mail alter column html set storage external, alter column plain set storage external;

create index mail_queued on notifications.mail (next_attempt_at) where state = 'queued';
create index mail_newest on notifications.mail (created_at desc);
create index mail_purge_at on notifications.mail (purge_at) where purge_at is not null;
create index mail_recipient on notifications.mail (lower(to_address));
-- Finds emails to organizers about a claimed giving level by the donation id in the message id, to delete them with the
-- donor's data.
create index mail_of_claim on notifications.mail (split_part(message_id, '.', 2)) where kind = 'level-claimed';

-- An analytics event of our pages, without names, addresses or zakat amounts.
create table notifications.visit_event (
  id          bigint generated always as identity primary key,
  name        text not null,
  properties  jsonb not null,
  happened_at timestamptz not null
);

-- Transactional outbox: an event is written in the same transaction as its change and processed later in a batch.
create schema outbox;

-- An event that fails is retried separately from its batch, with exponential backoff (ADR-0036).
create table outbox.event (
  id              bigint generated always as identity primary key,
  kind            text not null,
  payload         jsonb not null,
  occurred_at     timestamptz not null,
  attempts        integer not null default 0,  -- failed attempts
  next_attempt_at timestamptz,                 -- null: immediately
  last_error      text,
  failed_at       timestamptz,                 -- when the last retry failed; the event then needs manual review
  constraint event_failed_with_error check (failed_at is null or last_error is not null)
);

-- Audit log: who did what and when. Entries are written in the same transaction as the action and never change.
create schema audit;

create table audit.entry (
  id          bigint generated always as identity primary key,
  happened_at timestamptz not null,
  actor_kind  text not null check (actor_kind in ('account', 'guest', 'visitor', 'system')),
  actor_id    text,                      -- an id, never a name or an address
  act         text not null check (act ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*\.[a-z][a-z0-9]*(-[a-z0-9]+)*$'),   -- module.action, such as fundraising.role-changed
  object      text not null,             -- the affected object, as kind:id
  ip          text,
  details     jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  constraint known_actor_has_id check ((actor_kind in ('account', 'guest')) = (actor_id is not null))
);
create index entry_object on audit.entry (object, id desc);
create index entry_actor on audit.entry (actor_id, id desc) where actor_id is not null;

-- A hash chain over batches of entries, which reveals entries that a database administrator changed, added or removed.
create table audit.checkpoint (
  id          bigint generated always as identity primary key,
  first_entry bigint not null,
  last_entry  bigint not null,
  entries     bigint not null,
  hash        bytea not null,
  created_at  timestamptz not null,
  constraint checkpoint_has_range check (last_entry >= first_entry)
);
create unique index checkpoint_first_entry on audit.checkpoint (first_entry);

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger entry_append_only before update or delete on audit.entry for each row execute function audit.refuse_change();
create trigger entry_no_truncate before truncate on audit.entry for each statement execute function audit.refuse_change();
create trigger checkpoint_append_only before update or delete on audit.checkpoint for each row execute function audit.refuse_change();
create trigger checkpoint_no_truncate before truncate on audit.checkpoint for each statement execute function audit.refuse_change();

-- Each entry is hashed separately, so that the concatenated text remains short.
create function audit.hash_of(previous bytea, first_id bigint, last_id bigint) returns bytea language sql stable set timezone = 'UTC' as $$
  select sha256(coalesce(previous, ''::bytea) || coalesce(string_agg(
    sha256(convert_to(jsonb_build_array(e.id, e.happened_at, e.actor_kind, e.actor_id, e.act, e.object, e.ip, e.details)::text, 'UTF8')), ''::bytea order by e.id), ''::bytea))
  from audit.entry e where e.id between first_id and last_id
$$;

-- Identity: accounts, sign-in methods, sessions and guests.
create schema identity;

-- A person who signed up. Several accounts may have the same email address, but only one of them can confirm it, so
-- signing up with another person's address gives no access to their data and doesn't reveal whether they have an
-- account.
create table identity.account (
  id                 uuid primary key,
  email              text not null check (length(email) between 3 and 254),
  email_key          text generated always as (lower(email)) stored,
  password_hash      text,               -- Argon2id in PHC format; null: no password set
  first_name         text not null default '',
  last_name          text not null default '',
  roles              text[] not null default '{}' check (roles <@ array['support', 'reviewer', 'finance', 'admin']),   -- roles of the operator's staff
  locale             text not null default 'en',
  preferences        jsonb not null default '{}',
  created_at         timestamptz not null,
  email_confirmed_at timestamptz,
  erased_at          timestamptz,
  -- The row of an erased account remains without personal data, because donations reference it. Its email address can
  -- be used for a new account.
  constraint erased_account_is_anonymous check (erased_at is null or (
    email = 'erased-' || id::text || '@erased.invalid' and email_confirmed_at is null and password_hash is null
    and first_name = '' and last_name = '' and roles = '{}' and preferences = '{}'))
);
create index account_email on identity.account (email_key);
create unique index account_email_confirmed on identity.account (email_key) where email_confirmed_at is not null;
create index account_erased on identity.account (erased_at) where erased_at is not null;
create index account_staff on identity.account (id) where roles <> '{}' and erased_at is null;
-- Accounts that never confirmed their address are deleted after some time.
create index account_unconfirmed on identity.account (created_at) where email_confirmed_at is null and erased_at is null;

-- A browser in which an account is logged in. Only the SHA-256 of its token is stored, so a stolen backup gives access
-- to no session.
create table identity.session (
  token_hash       bytea primary key check (length(token_hash) = 32),
  account_id       uuid not null references identity.account on delete cascade,
  created_at       timestamptz not null,
  last_seen_at     timestamptz not null,
  expires_at       timestamptz not null,
  ip               text not null,
  user_agent       text not null,
  authenticated_at timestamptz not null,       -- the last authentication; sensitive actions need a recent one
  id               uuid not null default gen_random_uuid() unique,   -- identifies the session in the account's list of devices
  country          text check (country ~ '^[A-Z]{2}$')
);
create index session_account on identity.session (account_id);

-- A browser with which an account has logged in before, identified by the SHA-256 of a random cookie.
create table identity.known_browser (
  account_id    uuid not null references identity.account on delete cascade,
  browser_hash  bytea not null check (length(browser_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (account_id, browser_hash)
);

-- A donor without an account. Their signed token is valid for 24 hours and is not stored.
create table identity.guest (
  id         uuid primary key,
  email      text not null,
  name       text not null,
  created_at timestamptz not null
);

-- A failed login, counted by email address and by network for the rate limits.
create table identity.login_failure (
  email_key text not null,
  ip        text not null,
  failed_at timestamptz not null
);
create index login_failure_email on identity.login_failure (email_key, failed_at);
create index login_failure_ip on identity.login_failure (ip, failed_at);

-- A request for an email or an account. It counts towards the rate limits whether or not the address has an account, so
-- that they reveal no account.
create table identity.email_request (
  email_key    text not null,
  ip           text not null,
  requested_at timestamptz not null
);
create index email_request_email on identity.email_request (email_key, requested_at);
create index email_request_ip on identity.email_request (ip, requested_at);

-- A single-use code that was sent by email. Only its SHA-256 is stored.
create table identity.mail_code (
  code_hash  bytea primary key check (length(code_hash) = 32),
  purpose    text not null check (purpose in ('confirm-email', 'log-in', 'set-password', 'change-email', 'undo-email')),
  account_id uuid not null references identity.account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  email      text,                       -- the new address of the account, or the former one to restore
  constraint mail_code_expires_later check (expires_at > created_at),
  constraint mail_code_has_its_email check ((email is not null) = (purpose in ('change-email', 'undo-email')))
);
create index mail_code_account on identity.mail_code (account_id, purpose);

-- A confirmed email address that an account replaced. Guest donations made with it before `replaced_at` belong to the
-- account.
create table identity.former_email (
  account_id  uuid not null references identity.account on delete cascade,
  email_key   text not null,
  replaced_at timestamptz not null,
  primary key (account_id, email_key)
);
create index former_email_key on identity.former_email (email_key);

-- Each email address that an account has confirmed, with the period in which it belonged to the account.
create view identity.mailbox as
  select a.id as account_id, a.email_key,
    tstzrange((select max(f.replaced_at) from identity.former_email f where f.email_key = a.email_key and f.account_id <> a.id), null) as valid_during
  from identity.account a where a.email_confirmed_at is not null
  union all
  select h.account_id, h.email_key,
    tstzrange((select max(f.replaced_at) from identity.former_email f where f.email_key = h.email_key and f.account_id <> h.account_id and f.replaced_at < h.replaced_at), h.replaced_at)
  from identity.former_email h;

-- An identity at a login provider that is linked to an account. A subject is unique only within its issuer.
create table identity.external_login (
  id           uuid primary key,
  account_id   uuid not null references identity.account on delete cascade,
  provider     text not null check (provider ~ '^[a-z]{2,20}$'),
  issuer       text not null check (length(issuer) between 1 and 300),
  subject      text not null check (length(subject) between 1 and 255),
  email        text not null,            -- as last reported by the provider; distinguishes two logins of an account
  linked_at    timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject),
  unique (account_id, issuer)            -- a reassigned mailbox at the provider cannot become a second login
);

create table identity.passkey (
  id            uuid primary key,
  account_id    uuid not null references identity.account on delete cascade,
  credential_id text not null unique check (length(credential_id) between 8 and 1400),
  public_key    bytea not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null default '{}',
  is_backed_up  boolean not null,
  name          text not null check (length(name) between 1 and 60),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkey_account on identity.passkey (account_id);

-- A WebAuthn challenge. It is deleted when it is used, so that it can be used only once.
create table identity.passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose        text not null check (purpose in ('add', 'log-in')),
  account_id     uuid references identity.account on delete cascade,
  expires_at     timestamptz not null,
  constraint passkey_challenge_account_adds check ((purpose = 'add') = (account_id is not null))
);
create index passkey_challenge_expiry on identity.passkey_challenge (expires_at);

-- An account's picture, copied from its login provider, so that visitors' browsers send no requests to the provider.
create table identity.account_picture (
  account_id uuid primary key references identity.account on delete cascade,
  image      bytea not null check (length(image) between 1 and 400000),   -- WebP, at most 500 by 500 pixels
  set_at     timestamptz not null
);
alter table identity.account_picture alter column image set storage external;

-- Feature flags: settings that operators change while the platform runs. An environment variable overrides a row.
create schema flags;

create table flags.flag (
  key         text primary key,
  value       text not null,
  description text not null,
  changed_at  timestamptz not null default now()
);

insert into flags.flag (key, value, description) values
  ('zakat-variant', 'maximize', 'Variant of the zakat experiment: "maximize" offers to cover the fee, "default" never adds one (S2 §9).'),
  ('zakat-selector-on-scheduled-giving', 'on', 'Zakat choice in the scheduled-giving wizard (S2 §9).'),
  ('zakat-home', 'on', 'The zakat home page (S2 §9).'),
  ('dhul-hijjah-referrals', 'off', 'Referrals in the Dhul Hijjah programme (S2 §9).'),
  ('share-could-raise', '', 'Average amount that a share raises, with its source, such as "77 USD | Average of our shares in 1447"; empty: not shown (S1 §9).'),
  ('zakat-policy-url', '', 'HTTPS address of your zakat policy; empty: the built-in policy page (S1 §2.2).');

-- Exchange rates. Rows are append-only, so that a converted amount can refer to its rate.
create schema currencies;

create table currencies.rate (
  currency char(3) not null,
  day      date not null,
  source   text not null check (source in ('bundled', 'ecb')),
  per_euro numeric(24, 10) not null check (per_euro > 0),
  primary key (currency, day, source)
);

-- Addresses: an account's address book.
create schema addresses;

create table addresses.address (
  id          uuid primary key,
  account_id  uuid not null references identity.account on delete cascade,
  label       text not null default '' check (length(label) <= 60),
  first_name  text not null default '' check (length(first_name) <= 60),
  last_name   text not null default '' check (length(last_name) <= 60),
  name        text not null default '' check (length(name) <= 120),
  line1       text not null check (length(line1) between 1 and 200),
  line_key    text not null,             -- `line1` normalized for comparison (case, spaces, Unicode form)
  line2       text not null default '' check (length(line2) <= 200),
  city        text not null check (length(city) between 1 and 100),
  state       text not null default '' check (length(state) <= 100),
  postal_code text not null default '' check (length(postal_code) <= 20),
  country     text not null check (country ~ '^[A-Z]{2}$'),
  phone       text not null default '' check (length(phone) <= 32),
  created_at  timestamptz not null,
  changed_at  timestamptz not null,
  place_key   text not null default '',  -- country, postal code, state (in countries whose addresses have one) and city, normalized for comparison
  unique (account_id, line_key, place_key),
  unique (account_id, id)
);

-- The addresses that an account chose as its shipping, billing and tax address.
create table addresses.default_address (
  account_id uuid not null,
  kind       text not null check (kind in ('shipping', 'billing', 'tax')),
  address_id uuid not null,
  primary key (account_id, kind),
  foreign key (account_id, address_id) references addresses.address (account_id, id) on delete cascade
);
create index default_address_address on addresses.default_address (account_id, address_id);

-- Media: uploaded pictures.
create schema media;

-- A picture, re-encoded without metadata. Its bytes are in the file store.
create table media.picture (
  id          uuid primary key,
  account_id  uuid references identity.account,   -- the uploader; null once erased
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  bytes       integer not null check (bytes > 0),
  uploaded_at timestamptz not null,
  used_at     timestamptz                -- when a page first showed it; null: visible to its uploader only
);
create index picture_account on media.picture (account_id);
create index picture_unused on media.picture (uploaded_at) where used_at is null;

-- Lower statistics targets for tables that grow with every donation and are analysed often. A small sample is enough
-- for their keys, and columns that no query filters by (JSON, email text) need no statistics.
do $$
declare
  target record;
begin
  for target in
    select attrelid::regclass as name, attname as column, case when atttypid = 'jsonb'::regtype or attname in ('html', 'plain') then 0 else 20 end as statistics
    from pg_attribute where attnum > 0 and not attisdropped and attrelid in (
      'notifications.mail'::regclass, 'identity.guest'::regclass, 'outbox.event'::regclass)
  loop
    execute format('alter table %s alter column %I set statistics %s', target.name, target.column, target.statistics);
  end loop;
end $$;

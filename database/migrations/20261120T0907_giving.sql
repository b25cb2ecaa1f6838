create schema giving;

-- A gift that was paid. Rows are appended when its payment succeeds; before that it is the order of a payment intent.
create table giving.donation (
  id                   uuid primary key,
  intent_id            uuid not null references payments.intent,
  attempt_id           uuid not null references payments.attempt,
  line                 smallint not null,
  -- No foreign key: it would lock the row of a fundraiser for every gift. Campaigns and levels are never deleted (grants.sql), and check Q3 looks.
  campaign_id          bigint not null,
  account_id           uuid references identity.account,
  guest_id             uuid,
  donor_key            bytea not null,                  -- tells donors apart for counting, without telling who they are
  email                text,
  name                 text not null,
  currency             char(3) not null,
  gift                 bigint not null check (gift > 0),
  tip                  bigint not null default 0 check (tip >= 0),
  covered_fee          bigint not null default 0 check (covered_fee >= 0),
  processing_fee       bigint not null default 0 check (processing_fee >= 0),
  zakat_eligible       bigint not null default 0 check (zakat_eligible between 0 and gift),
  fee_schedule_version text not null,
  quantity             integer not null default 1 check (quantity > 0),
  level_id             bigint,
  is_zakat             boolean not null default false,
  maximize_zakat       boolean not null default false,
  gift_aid             boolean not null default false,
  tax_receipt          boolean not null default false,
  is_anonymous         boolean not null default false,
  custom_name          text,
  location             text,
  note                 text,
  level_email          text,
  share_address        boolean not null default false,
  receive_updates      boolean not null default false,
  newsletter           boolean not null default false,
  referred_donor       text,
  source               text,
  tax_address          jsonb,
  shipping_address     jsonb,
  billing_address      jsonb,
  sealed               bytea,                           -- emergency contact and medical information, encrypted (decisions.md 43)
  payment_method       text not null,
  card_brand           text,
  card_last4           text,
  save_card            boolean not null default false,
  locale               text not null,
  country              char(2),
  given_at             timestamptz not null,
  unique (intent_id, line)
);
create index donation_campaign on giving.donation (campaign_id, given_at desc, id desc);
create index donation_account on giving.donation (account_id, given_at desc) where account_id is not null;

create table giving.gift_aid_declaration (
  donation_id  uuid primary key references giving.donation,
  text_version text not null,
  text_hash    text not null,
  first_name   text not null,
  last_name    text not null,
  address      jsonb not null,
  scope        text not null check (scope in ('this-gift', 'this-and-future')),
  declared_at  timestamptz not null,
  ip           text not null,
  cancelled_at timestamptz
);

-- One appended row for each fact that something follows from; drained in batches (decisions.md 9).
create schema outbox;
create table outbox.event (
  id          bigint generated always as identity primary key,
  kind        text not null,
  payload     jsonb not null,
  occurred_at timestamptz not null
);

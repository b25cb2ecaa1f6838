-- Whose link a gift came through, and what came of it.
create schema referrals;

-- A code that somebody tells others of a fundraiser with. Without a fundraiser: of our own programmes, which belong to none.
create table referrals.referer (
  id          uuid primary key,
  code        text not null unique check (code ~ '^[A-Za-z0-9_-]{1,64}$' and position('Team' in code) > 0),
  account_id  uuid references identity.account,      -- null: erased; the code is nobody else's after it
  campaign_id bigint references campaigns.campaign,
  created_at  timestamptz not null
);
create unique index referer_once on referrals.referer (account_id, coalesce(campaign_id, 0)) where account_id is not null;

-- Ways of giving regularly that a code counts for wherever their gifts go.
create table referrals.counted_plan (
  referer_id uuid not null references referrals.referer,
  plan_id    uuid not null references plans.plan,
  added_at   timestamptz not null,
  primary key (referer_id, plan_id)
);

-- A gift that came through a link: once for each gift. What was given back is copied from giving.returned.
create table referrals.referral (
  donation_id uuid primary key references giving.donation,
  referer_id  uuid not null references referrals.referer,
  campaign_id bigint not null,
  plan_id     uuid,
  currency    char(3) not null,
  gift        bigint not null check (gift > 0),
  returned    bigint not null default 0 check (returned between 0 and gift),
  given_at    timestamptz not null
);
create index referral_of_link on referrals.referral (referer_id, given_at desc, donation_id desc);
create index referral_of_campaign on referrals.referral (campaign_id, given_at desc, donation_id desc);

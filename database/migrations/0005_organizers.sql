-- Organizers: words of support, editing of fundraisers, management of donations, and referrals.

-- Comments: words of support, one per donation.
create schema comments;

create table comments.comment (
  id            uuid primary key,
  campaign_id   bigint not null references campaigns.campaign,
  donation_id   uuid not null unique references giving.donation,
  author_id     uuid not null,           -- an account or a guest
  body          text not null check (length(body) between 1 and 1000),
  display_name  text not null,
  display_place text not null default '',
  created_at    timestamptz not null,
  changed_at    timestamptz,
  hidden_at     timestamptz,
  hidden_by     text check (hidden_by in ('author', 'organizer', 'staff')),
  hidden_reason text not null default '' check (length(hidden_reason) <= 500),
  review_since  timestamptz,             -- not shown until staff have read it
  review_reason text check (review_reason in ('link', 'contact', 'number')),   -- what the automatic check found in it
  constraint comment_hidden_by_staff check ((hidden_at is null) = (hidden_by is null)),
  constraint comment_review_has_reason check ((review_since is null) = (review_reason is null))
);
create index comment_campaign on comments.comment (campaign_id, created_at desc, id desc) where hidden_at is null and review_since is null;
create index comment_all on comments.comment (campaign_id, created_at desc, id desc);
create index comment_in_review on comments.comment (review_since, id) where review_since is not null and hidden_at is null;
create index comment_author on comments.comment (author_id);

-- Fundraising: drafts, review, history and team of a fundraiser.
create schema fundraising;

-- The text being edited. A draft's valid fields are copied to campaigns.campaign immediately; later changes are copied
-- when they are published.
create table fundraising.draft (
  campaign_id bigint primary key references campaigns.campaign,
  version     integer not null check (version > 0),
  content     jsonb not null,
  changed_by  uuid references identity.account,
  changed_at  timestamptz not null,
  published   boolean not null default true   -- whether campaigns.campaign has the same content
);

-- A draft that was sent to the reviewers. While the submission is open, the fundraiser is in review.
create table fundraising.submission (
  id           uuid primary key,
  campaign_id  bigint not null references campaigns.campaign,
  submitted_by uuid references identity.account,
  submitted_at timestamptz not null,
  decided_at   timestamptz,
  decided_by   uuid references identity.account,
  decision     text check (decision in ('approved', 'rejected', 'withdrawn')),
  reason       text not null default '',
  constraint submission_decided_whole check ((decided_at is null) = (decision is null))
);
create unique index submission_open on fundraising.submission (campaign_id) where decided_at is null;
create index submission_queue on fundraising.submission (submitted_at, id) where decided_at is null;
create index submission_campaign on fundraising.submission (campaign_id, submitted_at desc);

-- A change to a public fundraiser, with the values before and after. Append-only.
create table fundraising.revision (
  id          uuid primary key,
  campaign_id bigint not null references campaigns.campaign,
  author_id   uuid references identity.account,
  revised_at  timestamptz not null,
  before      jsonb not null,
  after       jsonb not null
);
create index revision_campaign on fundraising.revision (campaign_id, revised_at desc, id desc);

-- An invitation by email to join the team of a fundraiser or charity.
create table fundraising.invitation (
  id              uuid primary key,
  campaign_id     bigint references campaigns.campaign,
  organization_id bigint references organizations.organization,
  email           text not null,
  email_key       text not null,
  role            text not null,
  public_name     text not null default '',
  public_role     text not null default '',
  invited_by      uuid references identity.account,
  code_hash       bytea not null unique, -- hash of the code in the email
  invited_at      timestamptz not null,
  expires_at      timestamptz not null,
  ended_at        timestamptz,           -- accepted, withdrawn, or replaced by a newer invitation
  constraint invitation_to_one_team check ((campaign_id is null) <> (organization_id is null))
);
create unique index invitation_open_campaign on fundraising.invitation (campaign_id, email_key) where ended_at is null and campaign_id is not null;
create unique index invitation_open_organization on fundraising.invitation (organization_id, email_key) where ended_at is null and organization_id is not null;
create index invitation_email on fundraising.invitation (email_key);
create index invitation_inviter on fundraising.invitation (invited_by, invited_at) where invited_by is not null;

-- The recipients of a news item, by a keyed hash of the address, so that each receives it once.
create table fundraising.news_mail (
  news_id    uuid not null,
  email_hash text not null,
  queued_at  timestamptz not null,
  primary key (news_id, email_hash)
);

-- Addresses that unsubscribed from a fundraiser's news, by the same keyed hash.
create table fundraising.unsubscription (
  campaign_id     bigint not null references campaigns.campaign,
  email_hash      text not null,
  unsubscribed_at timestamptz not null,
  primary key (campaign_id, email_hash)
);

-- Organizing: thank-you messages, delivery of giving levels, and offline donations.
create schema organizing;

-- A thank-you message, one per donation. Its text was emailed and isn't stored.
create table organizing.thank_you_message (
  donation_id uuid primary key references giving.donation,
  campaign_id bigint not null references campaigns.campaign,
  sent_by     uuid references identity.account,
  sent_at     timestamptz not null
);
create index thank_you_message_sender on organizing.thank_you_message (sent_by) where sent_by is not null;

-- A giving level that the organizer has delivered.
create table organizing.fulfilment (
  donation_id uuid primary key references giving.donation,
  campaign_id bigint not null references campaigns.campaign,
  marked_by   uuid references identity.account,
  sent_at     timestamptz not null
);
create index fulfilment_campaign on organizing.fulfilment (campaign_id);
create index fulfilment_marker on organizing.fulfilment (marked_by) where marked_by is not null;

-- A donation in cash, by bank transfer or cheque. It is shown separately, is never paid out and gets no receipt.
create table organizing.offline_donation (
  id           uuid primary key,
  campaign_id  bigint not null references campaigns.campaign,
  currency     char(3) not null,
  amount       bigint not null check (amount > 0),
  received_on  date not null,
  donor_name   text check (length(donor_name) between 1 and 80),   -- null: anonymous
  method       text not null check (method in ('cash', 'bank', 'cheque', 'other')),
  evidence     text not null check (length(evidence) between 1 and 500),
  state        text not null check (state in ('waiting', 'counted', 'withdrawn')),
  entered_by   uuid references identity.account,
  entered_at   timestamptz not null,
  counted_by   uuid references identity.account,
  counted_at   timestamptz,
  withdrawn_by uuid references identity.account,
  withdrawn_at timestamptz,
  reason       text,                     -- why it was withdrawn
  ledger_tx_id uuid references ledger.tx,
  request_key  text not null,            -- idempotency key of the request, or of a row of an imported file
  request_hash text not null,
  import_id    uuid,                     -- the same for all rows that were confirmed together
  unique (campaign_id, request_key),
  constraint offline_waiting_is_undecided check ((state = 'waiting') = (counted_at is null and withdrawn_at is null)),
  constraint offline_withdrawn_for_a_reason check ((state = 'withdrawn') = (withdrawn_at is not null and reason is not null)),
  constraint offline_counted_in_ledger check ((counted_at is null) = (ledger_tx_id is null)),
  -- A donation in state `waiting` is counted by a second person. One that needs no second person is counted when it is
  -- entered.
  constraint offline_counted_by_another_person check (counted_at is null or counted_at = entered_at or counted_by is distinct from entered_by or counted_by is null)
);
create index offline_campaign on organizing.offline_donation (campaign_id, received_on desc, id desc);
create index offline_import on organizing.offline_donation (import_id) where import_id is not null;

-- Amount, date and method never change, and the state only advances: waiting, counted, withdrawn.
create function organizing.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.state <> new.state and not (old.state = 'waiting' or (old.state = 'counted' and new.state = 'withdrawn')))
    or (old.id, old.campaign_id, old.currency, old.amount, old.received_on, old.method, old.entered_at, old.request_key)
      is distinct from (new.id, new.campaign_id, new.currency, new.amount, new.received_on, new.method, new.entered_at, new.request_key)
    or (old.counted_at is not null and (old.counted_at, old.ledger_tx_id) is distinct from (new.counted_at, new.ledger_tx_id))
  then raise exception 'an offline gift is corrected by withdrawing it' using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;
create trigger offline_forward before update or delete on organizing.offline_donation for each row execute function organizing.refuse_change();

-- Referrals: donations made through a person's link.
create schema referrals;

-- The owner of a referral link.
create table referrals.referer (
  id          uuid primary key,
  code        text not null unique check (code ~ '^[A-Za-z0-9_-]{1,64}$' and position('Team' in code) > 0),
  account_id  uuid references identity.account,          -- null: the account was erased; no other account gets its code
  campaign_id bigint references campaigns.campaign,      -- null: for the platform's programmes
  created_at  timestamptz not null
);
create unique index referer_once on referrals.referer (account_id, coalesce(campaign_id, 0)) where account_id is not null;

-- Plans whose donations count towards a referer's total, whichever campaign receives them.
create table referrals.counted_plan (
  referer_id uuid not null references referrals.referer,
  plan_id    uuid not null references plans.plan,
  added_at   timestamptz not null,
  primary key (referer_id, plan_id)
);

-- A donation made through a referral link.
create table referrals.referral (
  donation_id     uuid primary key references giving.donation,
  referer_id      uuid not null references referrals.referer,
  campaign_id     bigint not null,
  plan_id         uuid,
  currency        char(3) not null,
  gift            bigint not null check (gift > 0),
  refunded_amount bigint not null default 0, -- copied from giving.refunded_amount
  given_at        timestamptz not null,
  constraint refunded_within_donation check (refunded_amount between 0 and gift)
);
create index referral_of_link on referrals.referral (referer_id, given_at desc, donation_id desc);
create index referral_of_campaign on referrals.referral (campaign_id, given_at desc, donation_id desc);

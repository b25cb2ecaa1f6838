-- What the operator's people look into: one queue, reports, and who verified a fundraiser for Zakat.
create schema moderation;

create table moderation.case (
  id                    uuid primary key,
  kind                  text not null check (kind in ('fundraiser', 'zakat', 'report', 'comment', 'refund')),
  subject_id            text not null,                      -- what it is about: an id of its kind's own module
  campaign_id           bigint not null references campaigns.campaign,
  opened_at             timestamptz not null,
  reasons               jsonb not null check (jsonb_typeof(reasons) = 'array'),   -- why it was flagged: codes with how often
  parts                 jsonb not null check (jsonb_typeof(parts) = 'array'),     -- what the score is made of
  score                 integer not null,
  at_stake              bigint not null check (at_stake >= 0),                    -- minor units of currency
  currency              char(3) not null,
  snapshot              jsonb not null,                     -- texts of the subject that what stands now is compared with
  assignee_account_id   uuid references identity.account,
  state                 text not null default 'open' check (state in ('open', 'decided')),
  decided_at            timestamptz,
  decided_by_account_id uuid references identity.account,
  decision              text,
  reason                text,
  check ((state = 'decided') = (decided_at is not null and decided_by_account_id is not null and decision is not null and reason is not null))
);
create unique index one_open_case on moderation.case (kind, subject_id) where state = 'open';
create index case_queue on moderation.case (score desc, opened_at, id) where state = 'open';
create index case_decided on moderation.case (decided_at desc, id) where state = 'decided';

create function moderation.refuse_reopening() returns trigger language plpgsql as $$
begin
  raise exception 'a decided case is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger case_stays_decided before update on moderation.case for each row when (old.state = 'decided')
  execute function moderation.refuse_reopening();

create table moderation.note (
  id         uuid primary key,
  case_id    uuid not null references moderation.case,
  author_id  uuid not null references identity.account,
  body       text not null check (length(body) between 1 and 4000),
  written_at timestamptz not null
);
create index note_case on moderation.note (case_id, written_at);

create table moderation.report (
  id           uuid primary key,
  case_id      uuid not null references moderation.case,
  reason       text not null,
  body         text not null default '' check (length(body) <= 4000),
  email        text,
  account_id   uuid references identity.account,
  reporter_key bytea,                                       -- a keyed hash of the network it came from, for two days
  reported_at  timestamptz not null
);
create index report_case on moderation.report (case_id, reported_at);
create index report_reporter on moderation.report (reporter_key, reported_at) where reporter_key is not null;
create index report_account on moderation.report (account_id) where account_id is not null;

create table moderation.zakat_verification (
  id                      uuid primary key,
  campaign_id             bigint not null references campaigns.campaign,
  state                   text not null check (state in ('asked', 'granted', 'declined', 'revoked', 'expired', 'renewed')),
  categories              text[] not null check (cardinality(categories) >= 1),
  note                    text not null check (length(note) between 1 and 4000),
  links                   text[] not null default '{}',
  asked_at                timestamptz not null,
  asked_by_account_id     uuid references identity.account,
  reviewer_account_id     uuid references identity.account,
  verified_at             timestamptz,
  expires_at              timestamptz,
  ended_at                timestamptz,
  end_reason              text,
  warned_at               timestamptz,
  check ((state in ('granted', 'revoked', 'expired', 'renewed')) = (verified_at is not null and expires_at is not null))
);
create unique index one_zakat_request on moderation.zakat_verification (campaign_id) where state = 'asked';
create unique index one_zakat_verification on moderation.zakat_verification (campaign_id) where state = 'granted';
create index zakat_verification_end on moderation.zakat_verification (expires_at) where state = 'granted';
create index zakat_verification_campaign on moderation.zakat_verification (campaign_id, asked_at desc);

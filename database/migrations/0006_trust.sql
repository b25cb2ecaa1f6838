-- Trust: cases that staff review, and donors' privacy rights.

-- Moderation: one queue of cases, reports, and zakat verification.
create schema moderation;

create table moderation.case (
  id                    uuid primary key,
  kind                  text not null check (kind in ('fundraiser', 'edit', 'zakat', 'report', 'comment', 'refund')),
  subject_id            text not null,   -- an id in the module of its kind
  campaign_id           bigint not null references campaigns.campaign,
  opened_at             timestamptz not null,
  reasons               jsonb not null check (jsonb_typeof(reasons) = 'array'),   -- codes and counts
  parts                 jsonb not null check (jsonb_typeof(parts) = 'array'),     -- how the score was computed
  score                 integer not null,
  at_stake              bigint not null check (at_stake >= 0),                    -- minor units
  currency              char(3) not null,
  snapshot              jsonb not null,  -- the subject's text when the case was opened, to compare with its current text
  assignee_account_id   uuid references identity.account,
  state                 text not null default 'open' check (state in ('open', 'decided')),
  decided_at            timestamptz,
  decided_by_account_id uuid references identity.account,
  decision              text,            -- "resolved-elsewhere": the subject was resolved elsewhere, so the case was closed automatically
  reason                text,
  constraint case_decision_complete check ((state = 'decided') = (decided_at is not null and decision is not null and reason is not null)
    and (state = 'open' or decided_by_account_id is not null or decision = 'resolved-elsewhere'))
);
create unique index one_open_case on moderation.case (kind, subject_id) where state = 'open';
-- Each edit of a zakat-verified fundraiser is reviewed once.
create unique index case_of_edit on moderation.case (subject_id) where kind = 'edit';
create index case_queue on moderation.case (score desc, opened_at, id) where state = 'open';
create index case_decided on moderation.case (decided_at desc, id) where state = 'decided';
create index case_of_text on moderation.case (subject_id) where kind in ('comment', 'refund');

-- A decided case never changes, except that an erased person's text is removed.
create function moderation.refuse_reopening() returns trigger language plpgsql as $$
begin
  if new.snapshot = '{}' and to_jsonb(new) - 'snapshot' = to_jsonb(old) - 'snapshot' then return new; end if;
  raise exception 'a decided case is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger case_decision_final before update on moderation.case for each row when (old.state = 'decided')
  execute function moderation.refuse_reopening();

-- A note of staff on a case.
create table moderation.note (
  id         uuid primary key,
  case_id    uuid not null references moderation.case,
  author_id  uuid not null references identity.account,
  body       text not null check (length(body) between 1 and 4000),
  written_at timestamptz not null
);
create index note_case on moderation.note (case_id, written_at);

-- A visitor's report of a fundraiser or comment.
create table moderation.report (
  id           uuid primary key,
  case_id      uuid not null references moderation.case,
  reason       text not null,
  body         text not null default '' check (length(body) <= 4000),
  email        text,
  account_id   uuid references identity.account,
  reporter_key bytea,                    -- keyed hash of the network, purged after two days
  reported_at  timestamptz not null
);
create index report_case on moderation.report (case_id, reported_at);
create index report_reporter on moderation.report (reporter_key, reported_at) where reporter_key is not null;
create index report_account on moderation.report (account_id) where account_id is not null;
create index report_email on moderation.report (lower(email)) where email is not null;

-- A request to verify a fundraiser for zakat, and the verification.
create table moderation.zakat_verification (
  id                      uuid primary key,
  campaign_id             bigint not null references campaigns.campaign,
  state                   text not null check (state in ('requested', 'granted', 'declined', 'revoked', 'expired', 'renewed')),
  categories              text[] not null check (cardinality(categories) >= 1),
  note                    text not null check (length(note) between 1 and 4000),
  links                   text[] not null default '{}',
  requested_at            timestamptz not null,
  requested_by_account_id uuid references identity.account,
  reviewer_account_id     uuid references identity.account,
  verified_at             timestamptz,
  expires_at              timestamptz,
  ended_at                timestamptz,
  end_reason              text,
  warned_at               timestamptz,
  constraint zakat_verification_has_dates check ((state in ('granted', 'revoked', 'expired', 'renewed')) = (verified_at is not null and expires_at is not null))
);
create unique index one_zakat_request on moderation.zakat_verification (campaign_id) where state = 'requested';
create unique index one_zakat_verification on moderation.zakat_verification (campaign_id) where state = 'granted';
create index zakat_verification_end on moderation.zakat_verification (expires_at) where state = 'granted';
create index zakat_verification_campaign on moderation.zakat_verification (campaign_id, requested_at desc);

-- A file sent with a zakat verification request, or uploaded for the next one. A request has at most five different
-- files. Their bytes are in the file store.
create table moderation.evidence (
  id                  uuid primary key,
  campaign_id         bigint not null references campaigns.campaign on delete cascade,
  verification_id     uuid references moderation.zakat_verification on delete cascade,   -- null: not sent yet
  place               smallint not null check (place between 1 and 5),
  kind                text not null check (kind in ('webp', 'pdf')),
  bytes               integer not null check (bytes between 1 and 10485760),
  digest              bytea not null check (length(digest) = 32),
  description         text not null check (length(description) between 1 and 200),
  added_at            timestamptz not null,
  added_by_account_id uuid references identity.account,
  constraint evidence_place unique nulls not distinct (campaign_id, verification_id, place),
  constraint evidence_once unique nulls not distinct (campaign_id, verification_id, digest)
);
create index evidence_verification on moderation.evidence (verification_id);
create index evidence_account on moderation.evidence (added_by_account_id);

-- Ids of deleted evidence, so that a job can delete the files from the store.
create table moderation.deleted_evidence (
  id         uuid primary key,
  kind       text not null,
  deleted_at timestamptz not null
);

create function moderation.record_deleted_evidence() returns trigger language plpgsql as $$
begin
  insert into moderation.deleted_evidence (id, kind, deleted_at) values (old.id, old.kind, now());
  return null;
end $$;
create trigger record_deleted_evidence after delete on moderation.evidence for each row execute function moderation.record_deleted_evidence();

-- Privacy: data exports and consents.
create schema privacy;

-- An export of an account's data. A job creates it, and it is deleted a day later.
create table privacy.export (
  id           uuid primary key,
  account_id   uuid not null references identity.account on delete cascade,
  locale       text not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  json         bytea,
  csv          bytea,
  constraint export_complete check ((completed_at is null) = (json is null) and (completed_at is null) = (csv is null))
);
alter table privacy.export alter column json set storage external, alter column csv set storage external;
create unique index export_pending on privacy.export (account_id) where completed_at is null;
create index export_account on privacy.export (account_id, requested_at desc);

-- A consent to process data that shows belief (GDPR Art. 9(2)(a)), or its withdrawal. The newest row of a purpose
-- applies.
create table privacy.consent (
  id           bigint generated always as identity primary key,
  account_id   uuid not null references identity.account,
  purpose      text not null check (purpose in ('zakat', 'recap')),
  is_given     boolean not null,         -- false: withdrawn
  text_version text not null,            -- version of the consent text, see privacy/rules/consents.ts
  locale       text not null,
  recorded_at  timestamptz not null
);
create index consent_newest on privacy.consent (account_id, purpose, id desc);

-- Consents are append-only; they are deleted with their account.
create function privacy.refuse_changing_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from identity.account a where a.id = old.account_id and a.erased_at is not null) then return old; end if;
  raise exception 'consents are append-only and are deleted only with their account' using errcode = 'insufficient_privilege';
end $$;
create trigger consent_history before update or delete on privacy.consent for each row execute function privacy.refuse_changing_consents();
create trigger consent_no_truncate before truncate on privacy.consent for each statement execute function receipts.refuse_change();

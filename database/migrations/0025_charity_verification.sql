-- Self-service sign-up of charities: a draft with a verification form, documents and requests for review (content-21 to
-- content-24).
alter table organizations.organization
  add column legal_name         text not null default '',   -- as registered; receipts and the charity's page show the public name
  add column legal_form         text not null default '',
  add column register           text not null default '',   -- a code of rules/registration.ts, or the name of a register elsewhere
  add column registration_number text not null default '',
  add column registration_key   text,                       -- country, register and number, normalized; null: entered by staff without a form
  add column reviewers          smallint check (reviewers in (1, 2)),   -- number of staff who verified it; null: never verified by a request
  add column is_own             boolean not null default false,         -- the operator's own charity, which needs no verification
  add column closed_at          timestamptz;
-- Two verified charities can't have the same registration.
create unique index organization_registration on organizations.organization (registration_key)
  where registration_key is not null and verification_state = 'verified';
create unique index organization_own on organizations.organization (is_own) where is_own;
alter table organizations.organization add constraint closed_not_verified check (closed_at is null or verification_state <> 'verified');

-- The role `donor-support` is for people at a charity who write to its donors and see the list of donors.
alter table organizations.member drop constraint member_role_check;
alter table organizations.member add constraint member_role_check check (role in ('owner', 'admin', 'finance', 'editor', 'donor-support'));

-- The verification form that a charity is editing. It is encrypted, because it contains dates of birth.
create table organizations.verification_form (
  organization_id     bigint primary key references organizations.organization,
  form                bytea not null,
  version             integer not null check (version > 0),
  saved_at            timestamptz not null,
  saved_by_account_id uuid references identity.account
);

-- A form that was sent for review. Kind `change`: a verified charity changes its registration; the old details apply
-- until the decision.
create table organizations.verification_request (
  id                      uuid primary key,
  organization_id         bigint not null references organizations.organization,
  kind                    text not null check (kind in ('first', 'renewal', 'change')),
  form                    bytea not null,   -- encrypted, as it was sent
  registration_key        text not null,
  state                   text not null default 'open' check (state in ('open', 'verified', 'rejected', 'returned', 'withdrawn')),
  requested_at            timestamptz not null,
  requested_by_account_id uuid references identity.account,
  screening               text not null default 'not-screened' check (screening in ('clear', 'matched', 'not-screened')),
  checks                  jsonb,            -- the country's checklist: item -> "yes" or "no"
  recommendation          text check (recommendation in ('verify', 'reject', 'return')),
  checked_at              timestamptz,
  checked_by_account_id   uuid references identity.account,
  decided_at              timestamptz,
  decided_by_account_id   uuid references identity.account,
  new_owner_account_id    uuid references identity.account,   -- set if the only owner transfers ownership to this member
  reason                  text,             -- the paragraph and the text shown to the charity
  constraint request_check_complete check ((recommendation is null) = (checks is null) and (recommendation is null) = (checked_at is null)),
  constraint request_decision_complete check ((state = 'open') = (decided_at is null))
);
create unique index one_open_verification_request on organizations.verification_request (organization_id) where state = 'open';
create index verification_request_organization on organizations.verification_request (organization_id, requested_at desc);

-- A decided request never changes, except that references to erased accounts are removed.
create function organizations.refuse_reopening() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['requested_by_account_id', 'checked_by_account_id', 'decided_by_account_id', 'new_owner_account_id']
    = to_jsonb(old) - array['requested_by_account_id', 'checked_by_account_id', 'decided_by_account_id', 'new_owner_account_id'] then return new; end if;
  raise exception 'a decided verification request is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger verification_request_decision_final before update on organizations.verification_request
  for each row when (old.state <> 'open') execute function organizations.refuse_reopening();

-- A document of a verification. Its bytes are encrypted in the file store under its id.
create table organizations.document (
  id                  uuid primary key,
  organization_id     bigint not null references organizations.organization,
  kind                text not null check (kind in ('extract', 'authority', 'identity', 'tax-letter', 'work', 'other')),
  file_kind           text not null check (file_kind in ('webp', 'pdf')),
  bytes               integer not null check (bytes > 0),   -- size in the file store, after encryption
  digest              bytea not null,
  name                text not null check (length(name) between 1 and 120),
  added_at            timestamptz not null,
  added_by_account_id uuid references identity.account,
  constraint document_once unique (organization_id, digest)
);
create index document_organization on organizations.document (organization_id, added_at);
create index document_account on organizations.document (added_by_account_id);

-- The documents of a request.
create table organizations.request_document (
  request_id  uuid not null references organizations.verification_request,
  document_id uuid not null references organizations.document on delete cascade,
  primary key (request_id, document_id)
);
create index request_document_document on organizations.request_document (document_id);

-- Ids of deleted documents, so that a job can delete the files from the store.
create table organizations.deleted_file (
  id         uuid primary key,
  file_kind  text not null,
  deleted_at timestamptz not null
);
create function organizations.record_deleted_document() returns trigger language plpgsql as $$
begin
  insert into organizations.deleted_file (id, file_kind, deleted_at) values (old.id, old.file_kind, now());
  return null;
end $$;
create trigger record_deleted_document after delete on organizations.document for each row execute function organizations.record_deleted_document();

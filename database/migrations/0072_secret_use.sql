-- When each secret of the configuration was last used, so that `doctor` can say when a former one may be removed
-- (security-20). A fingerprint doesn't reveal its secret.
-- Locks: none
create table identity.secret_use (
  purpose text not null check (purpose in ('SESSION_SECRET', 'FIELD_KEY', 'PSEUDONYM_KEY')),
  fingerprint text not null,
  first_used_at timestamptz not null,
  last_used_at timestamptz not null,
  -- When `rotate-field-key` had encrypted every value with this key.
  completed_at timestamptz,
  primary key (purpose, fingerprint),
  constraint secret_use_period check (last_used_at >= first_used_at)
);

-- The owner of the tables may encrypt the form of a decided request again; the application may not.
create or replace function organizations.refuse_decision_change() returns trigger language plpgsql as $$
declare
  unchecked text[] := array['requested_by_account_id', 'checked_by_account_id', 'decided_by_account_id', 'new_owner_account_id'];
begin
  if current_user <> 'sunbul_app' and to_jsonb(new) - 'form'::text = to_jsonb(old) - 'form'::text then return new; end if;
  if to_jsonb(new) - unchecked = to_jsonb(old) - unchecked then return new; end if;
  raise exception 'a decided verification request is not changed' using errcode = 'insufficient_privilege';
end $$;

-- What somebody allowed us to do with what tells of their belief (GDPR Art. 9(2)(a); trust.md S14): each word of theirs is a row of its own.
create table privacy.consent (
  id           bigint generated always as identity primary key,
  account_id   uuid not null references identity.account,
  purpose      text not null check (purpose in ('zakat', 'recap')),
  is_given     boolean not null,
  text_version text not null,                          -- of the words that were agreed to, `modules/privacy/rules/consents.ts`
  locale       text not null,
  said_at      timestamptz not null
);
create index consent_newest on privacy.consent (account_id, purpose, id desc);

create function privacy.refuse_rewriting_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from identity.account a where a.id = old.account_id and a.erased_at is not null) then return old; end if;
  raise exception 'a consent is withdrawn by another row, and goes with its account alone' using errcode = 'insufficient_privilege';
end $$;
create trigger consent_history before update or delete on privacy.consent for each row execute function privacy.refuse_rewriting_consents();
create trigger consent_no_truncate before truncate on privacy.consent for each statement execute function receipts.refuse_change();

-- Erasing an account keeps the books (trust.md S14): what they need stays until a stored day, everything else goes at once.

-- An erased account is a row that gifts may still name, and nobody: its e-mail opens nothing and is free to sign up anew.
alter table identity.account add column erased_at timestamptz;
alter table identity.account add constraint erased_account_is_nobody check (erased_at is null or (
  email = 'erased-' || id::text || '@erased.invalid' and email_confirmed_at is null and password_hash is null
  and first_name = '' and last_name = '' and roles = '{}' and preferences = '{}'));
create index account_erased on identity.account (erased_at) where erased_at is not null;

-- A gift of somebody who was erased: how long the books keep who gave it, and when that was forgotten, too. Its amounts never change.
alter table giving.donation add column kept_until date, add column purged_at timestamptz;
alter table giving.donation add constraint purged_after_kept check (purged_at is null or (kept_until is not null and email is null and name = '' and tax_address is null));
create index donation_kept_until on giving.donation (kept_until) where kept_until is not null and purged_at is null;

-- The application may not change donations. It may call these two, which change nothing but what tells of a person.
create function giving.keep_for_books(ids uuid[], until date[]) returns integer language sql security definer set search_path = '' as $$
  with kept as (
    update giving.donation d set kept_until = k.until, is_anonymous = true, custom_name = null, location = null, note = null, level_email = null,
      share_address = false, receive_updates = false, newsletter = false, referred_donor = null, source = null,
      shipping_address = null, billing_address = null, sealed = null, save_card = false
    from unnest(ids, until) as k(id, until) where d.id = k.id and d.kept_until is null returning 1)
  select count(*)::integer from kept
$$;

create function giving.purge_kept(today date, at timestamptz, at_most integer) returns table (id uuid, intent_id uuid) language sql security definer set search_path = '' as $$
  with due as (
    select d.id from giving.donation d where d.kept_until < today and d.purged_at is null order by d.kept_until limit at_most for update skip locked
  ), declared as (
    update giving.gift_aid_declaration g set first_name = '', last_name = '', address = '{}', ip = '' from due where g.donation_id = due.id returning 1
  )
  update giving.donation d set purged_at = at, email = null, name = '', tax_address = null, country = null, card_brand = null, card_last4 = null, guest_id = null
  from due where d.id = due.id returning d.id, d.intent_id
$$;
revoke execute on function giving.keep_for_books(uuid[], date[]), giving.purge_kept(date, timestamptz, integer) from public;

-- A receipt never changes, but for the donor's name and address once every gift on it was purged; its number, day and amounts stay.
alter table receipts.receipt add column purged_at timestamptz;
create function receipts.refuse_all_but_purge() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.purged_at is null and new.purged_at is not null and new.email is null
    and new.snapshot = jsonb_set(old.snapshot, '{donor}', '{"name": "", "address": null}')
    and to_jsonb(new) - array['email', 'snapshot', 'purged_at'] = to_jsonb(old) - array['email', 'snapshot', 'purged_at']
    and not exists (select from receipts.line l join giving.donation d on d.id = l.donation_id where l.receipt_id = old.id and d.purged_at is null)
  then return new; end if;
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $$;
drop trigger receipt_frozen on receipts.receipt;
create trigger receipt_frozen before update or delete on receipts.receipt for each row execute function receipts.refuse_all_but_purge();

-- Its papers are pictures of it: they go when it is purged, and not before.
create function receipts.refuse_change_unless_purged() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from receipts.receipt r where r.id = old.receipt_id and r.purged_at is not null) then return old; end if;
  raise exception 'an issued receipt never changes' using errcode = 'insufficient_privilege';
end $$;
drop trigger document_frozen on receipts.document;
create trigger document_frozen before update or delete on receipts.document for each row execute function receipts.refuse_change_unless_purged();

create function receipts.purge_of_gifts(gifts uuid[], at timestamptz) returns integer language plpgsql security definer set search_path = '' as $$
declare ids uuid[];
begin
  with purged as (
    update receipts.receipt r set purged_at = at, email = null, snapshot = jsonb_set(r.snapshot, '{donor}', '{"name": "", "address": null}')
    where r.purged_at is null and r.id in (select l.receipt_id from receipts.line l where l.donation_id = any(gifts))
      and not exists (select from receipts.line l join giving.donation d on d.id = l.donation_id where l.receipt_id = r.id and d.purged_at is null)
    returning r.id)
  select array_agg(id) into ids from purged;
  delete from receipts.document where receipt_id = any(ids);
  return coalesce(cardinality(ids), 0);
end $$;
revoke execute on function receipts.purge_of_gifts(uuid[], timestamptz) from public;

-- A mail that should not lie here longer than it takes to send it.
alter table notifications.mail add column forget_at timestamptz;
create index mail_to_forget on notifications.mail (forget_at) where forget_at is not null;

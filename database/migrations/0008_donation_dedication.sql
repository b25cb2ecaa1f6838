-- Dedication of a donation in honour or in memory of someone: {kind, name, message?, email?, isPublic}.
alter table giving.donation add column dedication jsonb;
alter table giving.donation alter column dedication set statistics 0;

-- Erases an erased donor's data from donations, except what accounting rules require, and sets how long that is
-- retained.
create or replace function giving.retain_for_accounting(ids uuid[], until date[]) returns integer language sql security definer set search_path = '' as $$
  with retained as (
    update giving.donation d set retained_until = k.until, is_anonymous = true, custom_name = null, location = null, note = null, level_email = null,
      share_address = false, receive_updates = false, newsletter = false, referred_donor = null, source = null, dedication = null,
      tax_address = case when d.gift_aid or d.tax_receipt then d.tax_address end, shipping_address = null, billing_address = null, encrypted_fields = null, save_card = false
    from unnest(ids, until) as k(id, until) where d.id = k.id and d.retained_until is null returning 1)
  select count(*)::integer from retained
$$;

-- Finds emails to other people about a donation by the donation id in the message id, to delete them with the donor's
-- data.
drop index notifications.mail_of_claim;
create index mail_about_donation on notifications.mail (split_part(message_id, '.', 2)) where kind in ('level-claimed', 'dedication-card');

-- `level_charge_id` is now the charge whose donation includes the giving level, the dedication or both, so it doesn't
-- imply a level.
alter table subscriptions.subscription drop constraint level_charge_has_level;

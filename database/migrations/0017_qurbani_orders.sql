-- Qurbani orders: a donation for an item has an intention and names (qurbani-4), and seven shares cost as much as the
-- whole animal (qurbani-2).
alter table campaigns.level drop constraint qurbani_level_hidden;

-- The price of `bundle_size` units together; null: units are always sold at the unit price.
alter table campaigns.level add column bundle_size smallint check (bundle_size between 2 and 1000);
alter table campaigns.level add column bundle_amount bigint check (bundle_amount > 0);
alter table campaigns.level add constraint bundle_is_whole check ((bundle_size is null) = (bundle_amount is null));

-- null: an ordinary Qurbani, or no Qurbani order. `not valid` skips the check of existing rows, which are all null.
alter table giving.donation add column qurbani_intention text;
alter table giving.donation alter column qurbani_intention set statistics 0;
alter table giving.donation add constraint qurbani_intention_is_known check (qurbani_intention in ('aqiqah', 'vow')) not valid;
-- The name for each share, one per line.
alter table giving.donation add column qurbani_names text;
alter table giving.donation alter column qurbani_names set statistics 0;
alter table giving.donation add constraint qurbani_is_not_zakat check (qurbani_names is null or not is_zakat) not valid;

-- Erases an erased donor's data from donations, except what accounting rules require, and sets how long that is
-- retained. The intention isn't erased, because the allocation of other donors' shares depends on it.
create or replace function giving.retain_for_accounting(ids uuid[], until date[]) returns integer language sql security definer set search_path = '' as $$
  with retained as (
    update giving.donation d set retained_until = k.until, is_anonymous = true, custom_name = null, location = null, note = null, level_email = null,
      share_address = false, receive_updates = false, newsletter = false, referred_donor = null, source = null, dedication = null, qurbani_names = null,
      tax_address = case when d.gift_aid or d.tax_receipt then d.tax_address end, shipping_address = null, billing_address = null, encrypted_fields = null, save_card = false
    from unnest(ids, until) as k(id, until) where d.id = k.id and d.retained_until is null returning 1)
  select count(*)::integer from retained
$$;

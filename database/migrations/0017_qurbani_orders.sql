-- Qurbani orders: a donation with the level of an item has an intention and names (qurbani-4), and seven shares cost the
-- animal (qurbani-2).
alter table campaigns.level drop constraint qurbani_level_hidden;

-- The price of so many pieces together; null: pieces have one price.
alter table campaigns.level add column bundle_size smallint check (bundle_size between 2 and 1000);
alter table campaigns.level add column bundle_amount bigint check (bundle_amount > 0);
alter table campaigns.level add constraint bundle_is_whole check ((bundle_size is null) = (bundle_amount is null));

-- null: qurbani. Rows of before have none, so no row needs to be checked.
alter table giving.donation add column qurbani_intention text;
alter table giving.donation alter column qurbani_intention set statistics 0;
alter table giving.donation add constraint qurbani_intention_is_known check (qurbani_intention in ('aqiqah', 'vow')) not valid;
-- One name for each share, a line each.
alter table giving.donation add column qurbani_names text;
alter table giving.donation alter column qurbani_names set statistics 0;
alter table giving.donation add constraint qurbani_is_not_zakat check (qurbani_names is null or not is_zakat) not valid;

-- Erases what accounting does not need of an erased donor's donations, and stores until when the rest is kept. The
-- intention stays: the places of other donors' shares depend on it.
create or replace function giving.keep_for_books(ids uuid[], until date[]) returns integer language sql security definer set search_path = '' as $$
  with kept as (
    update giving.donation d set retained_until = k.until, is_anonymous = true, custom_name = null, location = null, note = null, level_email = null,
      share_address = false, receive_updates = false, newsletter = false, referred_donor = null, source = null, dedication = null, qurbani_names = null,
      tax_address = case when d.gift_aid or d.tax_receipt then d.tax_address end, shipping_address = null, billing_address = null, encrypted_fields = null, save_card = false
    from unnest(ids, until) as k(id, until) where d.id = k.id and d.retained_until is null returning 1)
  select count(*)::integer from kept
$$;

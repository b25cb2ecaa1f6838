-- A tax address that neither Gift Aid nor a tax receipt asked for is kept as it was sent. The books do not need it, so it goes with its donor.
create or replace function giving.keep_for_books(ids uuid[], until date[]) returns integer language sql security definer set search_path = '' as $$
  with kept as (
    update giving.donation d set kept_until = k.until, is_anonymous = true, custom_name = null, location = null, note = null, level_email = null,
      share_address = false, receive_updates = false, newsletter = false, referred_donor = null, source = null,
      tax_address = case when d.gift_aid or d.tax_receipt then d.tax_address end, shipping_address = null, billing_address = null, sealed = null, save_card = false
    from unnest(ids, until) as k(id, until) where d.id = k.id and d.kept_until is null returning 1)
  select count(*)::integer from kept
$$;

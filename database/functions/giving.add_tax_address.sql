-- Sets the home address of donations, declares Gift Aid for those in `aided`, requests a tax receipt for those in
-- `receipted`, and returns the changed ids. Runs as the owner, because the application role can't update donations.
create or replace function giving.add_tax_address(
  ids uuid[],
  address jsonb,
  aided uuid[],
  receipted uuid[],
  shared boolean
)
returns setof uuid
language sql security definer set search_path = '' as $$
  update giving.donation d
  set
    tax_address = address,
    gift_aid = d.gift_aid or d.id = any(aided),
    gift_aid_requested = case when d.gift_aid or d.id = any(aided) then null else d.gift_aid_requested end,
    tax_receipt = d.tax_receipt or d.id = any(receipted),
    share_address = d.share_address or shared
  where d.id = any(ids)
    and d.retained_until is null
    and (
      d.tax_address is distinct from address
      or d.id = any(aided) and not d.gift_aid
      or d.id = any(receipted) and not d.tax_receipt
      or shared and not d.share_address
    )
  returning d.id
$$;

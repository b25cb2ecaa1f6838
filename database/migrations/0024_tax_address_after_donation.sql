-- The home address for Gift Aid and tax receipts can be added after the donation (receipts-15).

-- True: the donor chose Gift Aid but gave no home address, so it isn't declared yet. Otherwise null.
alter table giving.donation add column gift_aid_requested boolean;
alter table giving.donation alter column gift_aid_requested set statistics 20;
alter table giving.donation add constraint gift_aid_requested_or_declared check (gift_aid_requested is not true or not gift_aid) not valid;
alter table giving.donation add constraint gift_aid_has_address check (not gift_aid or tax_address is not null or purged_at is not null) not valid;

-- Sets the home address of donations, declares Gift Aid for those in `aided`, requests a tax receipt for those in
-- `receipted`, and returns the changed ids. Runs as the owner, because the application role can't update donations.
create function giving.add_tax_address(ids uuid[], address jsonb, aided uuid[], receipted uuid[], shared boolean) returns setof uuid
language sql security definer set search_path = '' as $$
  update giving.donation d set tax_address = address, gift_aid = d.gift_aid or d.id = any(aided),
    gift_aid_requested = case when d.gift_aid or d.id = any(aided) then null else d.gift_aid_requested end,
    tax_receipt = d.tax_receipt or d.id = any(receipted), share_address = d.share_address or shared
  where d.id = any(ids) and d.retained_until is null
    and (d.tax_address is distinct from address or (d.id = any(aided) and not d.gift_aid) or (d.id = any(receipted) and not d.tax_receipt)
      or (shared and not d.share_address))
  returning d.id
$$;
revoke execute on function giving.add_tax_address(uuid[], jsonb, uuid[], uuid[], boolean) from public;

create schema tax_addresses;

-- Payments whose donor chose Gift Aid or a tax receipt without an address and will be reminded. The row is deleted when
-- the address is added or the second reminder is sent.
create table tax_addresses.request (
  intent_id  uuid primary key references payments.intent,
  given_at   timestamptz not null,
  reminders  smallint not null default 0 check (reminders in (0, 1))
);
create index request_due on tax_addresses.request (reminders, given_at);

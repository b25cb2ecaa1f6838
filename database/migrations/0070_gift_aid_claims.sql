-- What claims need beside 0069: the charity's HMRC reference, and the returned gift of an adjustment. A claim rounds the
-- tax of all its adjustments up once (gift-aid-15), so a row has the gift and not the tax.
-- Locks: gift_aid.charity (all, a moment), gift_aid.claim_adjustment (all, a moment)
alter table gift_aid.charity add column hmrc_reference text not null default ''
  check (hmrc_reference = '' or hmrc_reference ~ '^[A-Z]{1,2}[0-9]{1,5}$');

alter table gift_aid.claim_adjustment drop column tax;
alter table gift_aid.claim_adjustment add column returned bigint not null check (returned > 0);  -- pence

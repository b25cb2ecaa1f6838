-- What a guest brought into a basket that is over (addresses, notes, the name to be shown) is forgotten 90 days after its last change: the nightly job finds
-- by this what is due.
alter table baskets.basket add column is_forgotten boolean not null default false;
create index basket_naming_guests on baskets.basket (changed_on)
  where account_id is null and status in ('expired', 'checked-out') and not is_forgotten;

-- Records on a donation that its level required a Qurbani order, and on a level how many shares one unit has
-- (qurbani-1), to count the names of an order (qurbani-4).
alter table giving.donation drop constraint level_requirements_known;
alter table giving.donation add constraint level_requirements_known
  check (level_requirements <@ array['note', 'email', 'email-required', 'shipping', 'contact', 'medical', 'qurbani', 'benefit']) not valid;

-- Shares per unit; null: not a Qurbani item.
alter table campaigns.level add column shares smallint check (shares between 1 and 7);

-- Opens offered items for orders. Seven shares of an animal cost as much as the whole animal.
update campaigns.level l set shares = case when i.unit = 'animal' and i.animal in ('cow', 'camel') then 7 else 1 end,
  bundle_size = case when i.unit = 'share' then 7 end, bundle_amount = case when i.unit = 'share' then i.animal_price end,
  flags = case when i.is_offered then l.flags & ~8 else l.flags | 8 end
from qurbani.item i where i.level_id = l.id;
alter table campaigns.level add constraint qurbani_has_shares check ((kind = 'qurbani') = (shares is not null));

-- For the paid and pending orders of an item, which are read while its level is locked.
create index donation_qurbani on giving.donation (level_id) where 'qurbani' = any(level_requirements);
create index level_claim_reserved_of_level on campaigns.level_claim (level_id) where state = 'reserved';

-- Adds the ledger transactions from before migration 0064 to those that the first file will have. Later ones were added
-- by its trigger, so nothing has to wait.
-- Locks: none
insert into public_ledger.unpublished (tx_id)
select t.id
from ledger.tx t
where not exists (select from public_ledger.unpublished u where u.tx_id = t.id);

-- Q1: ledger transactions that don't balance, have fewer than two entries or have no header row
select coalesce(t.id, e.tx_id) as tx_id, e.currency, sum(e.amount) as imbalance, count(e.amount) as entries
from ledger.tx t full join ledger.entry e on e.tx_id = t.id
group by coalesce(t.id, e.tx_id), e.currency
having coalesce(sum(e.amount), 1) <> 0 or count(e.amount) < 2 or count(t.id) = 0

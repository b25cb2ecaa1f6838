-- Q1: ledger transactions that do not balance, or have fewer than two entries
select t.id as tx_id, e.currency, sum(e.amount) as imbalance, count(e.amount) as entries
from ledger.tx t left join ledger.entry e on e.tx_id = t.id
group by t.id, e.currency
having coalesce(sum(e.amount), 1) <> 0 or count(e.amount) < 2

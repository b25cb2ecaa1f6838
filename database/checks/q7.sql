-- Q7: gaps in the receipt numbers of an issuer and year, and counters that differ from the last number
with issued as (
  select issuer_id, tax_year, min(serial) as first, max(serial) as last, count(*) as receipts
  from receipts.receipt
  group by issuer_id, tax_year
)
select issuer_id, tax_year, i.first, i.last, i.receipts, c.last_serial as counter
from issued i
full join receipts.counter c using (issuer_id, tax_year)
where (i.first, i.last, i.receipts) is distinct from (1::bigint, c.last_serial, c.last_serial)

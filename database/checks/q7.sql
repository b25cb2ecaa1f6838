-- Q7: gaps in the receipt numbers of an issuer and year
select issuer_id, tax_year, min(serial) as first, max(serial) as last, count(*) as receipts
from receipts.receipt group by issuer_id, tax_year having min(serial) <> 1 or max(serial) - min(serial) + 1 <> count(*)

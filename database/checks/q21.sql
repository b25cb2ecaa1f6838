-- Q21: currencies whose payouts on their way differ from the sent payouts, or whose reserve differs from what no payout released
with
  booked as (
    select
      currency::text,
      -coalesce(sum(amount) filter (where account = 'payout_in_transit'), 0) as in_transit,
      -coalesce(sum(amount) filter (where account = 'campaign_reserve'), 0) as reserve
    from ledger.entry
    where account in ('payout_in_transit', 'campaign_reserve')
    group by currency
  ),
  expected as (
    select
      currency,
      coalesce(sum(total) filter (where state = 'sent'), 0) as in_transit,
      coalesce(sum(reserve - released), 0) as reserve
    from payouts.payout
    where state in ('sent', 'paid')
    group by currency
  )
select currency, b.in_transit, e.in_transit as sent, b.reserve, e.reserve as kept
from booked b
full join expected e using (currency)
where coalesce(b.in_transit, 0) <> coalesce(e.in_transit, 0) or coalesce(b.reserve, 0) <> coalesce(e.reserve, 0)

-- Q16: campaigns whose zakat account differs from their zakat-eligible donations, less refunds and payouts, with repayments
with
  booked as (
    select
      subject_id as campaign_id,
      currency,
      -sum(amount) as balance,
      coalesce(sum(amount) filter (where meaning in ('payout', 'repayment')), 0) as paid_out
    from ledger.entry
    where account = 'zakat_payable'
    group by subject_id, currency
  ),
  donated as (
    select d.campaign_id, d.currency, sum(d.zakat_eligible - coalesce(r.zakat_eligible, 0)) as eligible
    from giving.donation d
    left join giving.refunded_amount r on r.donation_id = d.id
    where d.is_zakat
    group by d.campaign_id, d.currency
  )
select campaign_id, currency, b.balance, g.eligible, b.paid_out
from booked b
full join donated g using (campaign_id, currency)
where coalesce(b.balance, 0) <> coalesce(g.eligible, 0) - coalesce(b.paid_out, 0)

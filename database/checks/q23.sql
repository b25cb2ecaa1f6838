-- Q23: campaigns whose published totals differ from the ledger, and ledger transactions in no file, in a missing one, or in a file and still unpublished
with
  published as (
    select
      subject_id as campaign_id,
      currency::text,
      case account when 'campaign_payable' then 'payable' when 'zakat_payable' then 'zakat' else 'reserve' end as account,
      case
        when meaning in ('covered_fee', 'processing_fee') then 'fee'
        when meaning in ('payout', 'release', 'repayment') then 'payout'
        when meaning in ('gift', 'reserve') then meaning
        else 'other'
      end as meaning,
      sum(amount) as amount
    from ledger.entry e
    where account in ('campaign_payable', 'zakat_payable', 'campaign_reserve')
      and not exists (select from public_ledger.unpublished u where u.tx_id = e.tx_id)
    group by 1, 2, 3, 4
  )
select campaign_id::text, currency, account, meaning, p.amount as in_ledger, t.amount as in_files
from published p
full join public_ledger.campaign_total t using (campaign_id, currency, account, meaning)
where coalesce(p.amount, 0) <> coalesce(t.amount, 0)
union all
select
  t.id::text,
  null,
  null,
  case when d.tx_id is null then 'in no file' when u.tx_id is null then 'in a missing file' else 'in a file and unpublished' end,
  null,
  null
from ledger.tx t
left join public_ledger.published_tx d on d.tx_id = t.id
left join public_ledger.day f on f.day = d.day
left join public_ledger.unpublished u on u.tx_id = t.id
where (d.tx_id is null) = (u.tx_id is null) or d.tx_id is not null and f.day is null

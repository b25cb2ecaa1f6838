-- Zakat has its own account beside what is payable to a campaign, and a fund of a sponsor may bear its processing fees.
-- The lock that this takes on ledger.entry is held until the end, so no donation is booked in between.
alter table ledger.entry
  drop constraint entry_account_check,
  add constraint entry_account_check check (account in ('provider_clearing', 'bank', 'payout_in_transit', 'disputes_receivable', 'campaign_payable',
    'zakat_payable', 'campaign_reserve', 'tip_revenue', 'platform_fee_revenue', 'processor_fee_expense', 'zakat_fee_fund', 'refund_loss',
    'dispute_fee_expense', 'fx_clearing', 'fx_gain_loss', 'rounding', 'suspense', 'offline_memo', 'gift_aid_memo')),
  drop constraint entry_meaning_check,
  add constraint entry_meaning_check check (meaning in ('charge', 'gift', 'covered_fee', 'tip', 'processing_fee', 'settlement', 'refund', 'dispute',
    'payout', 'sponsorship', 'memo')),
  drop constraint entry_subject,
  add constraint entry_subject check (
    (account in ('campaign_payable', 'zakat_payable', 'campaign_reserve') and subject_id is not null)
    or (account = 'offline_memo')
    or (account not in ('campaign_payable', 'zakat_payable', 'campaign_reserve', 'offline_memo') and subject_id is null));
-- The balance of the fund, and whether money of a campaign was paid out.
create index entry_zakat_fee_fund on ledger.entry (currency) include (amount) where account = 'zakat_fee_fund';
create index entry_payout on ledger.entry (subject_id) where meaning = 'payout';

-- Of a donation to a campaign whose ruling counts only a part, that part in hundredths of a per cent.
alter table campaigns.campaign add column zakat_eligible_bps integer not null default 10000
  constraint zakat_eligible_bps_in_range check (zakat_eligible_bps between 1 and 10000);
-- The part that applied when the donation was made; null: all of it.
alter table giving.donation add column zakat_eligible_bps integer
  constraint zakat_eligible_bps_in_range check (zakat_eligible_bps between 1 and 10000);
alter table giving.donation alter column zakat_eligible_bps set statistics 20;

-- Counts an earlier donation as zakat, once; the caller checks that it may be. Runs as the owner, because the
-- application may not update donations. False: it was zakat already.
create function giving.mark_as_zakat(donation_id uuid, eligible bigint, eligible_bps integer) returns boolean language sql security definer set search_path = '' as $$
  with marked as (
    update giving.donation d set is_zakat = true, zakat_eligible = eligible, zakat_eligible_bps = nullif(eligible_bps, 10000)
    where d.id = donation_id and not d.is_zakat returning 1)
  select exists (select from marked)
$$;
revoke execute on function giving.mark_as_zakat(uuid, bigint, integer) from public;

-- What counts as zakat of all donations so far moves to its account: one transaction per campaign and currency, known by
-- a source id that follows from both, so that it is never there twice.
with eligible as (
  select d.campaign_id, d.currency, sum(d.zakat_eligible - coalesce(r.zakat_eligible, 0))::bigint as amount
  from giving.donation d left join giving.returned r on r.donation_id = d.id
  where d.is_zakat group by d.campaign_id, d.currency
), moved as (
  insert into ledger.tx (id, source_type, source_id, event_type, occurred_at)
  select gen_random_uuid(), 'migration', md5('zakat:' || campaign_id || ':' || currency)::uuid, 'zakat-reclassified', now()
  from eligible where amount <> 0
  on conflict (source_type, source_id, event_type) do nothing
  returning id, source_id
)
insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount)
select m.id, side.line, side.account, e.campaign_id, 'gift', e.currency, side.sign * e.amount
from eligible e join moved m on m.source_id = md5('zakat:' || e.campaign_id || ':' || e.currency)::uuid,
  (values (1, 'campaign_payable', 1), (2, 'zakat_payable', -1)) as side(line, account, sign);

-- Zakat has its own payable account, and a sponsor's fund can pay its processing fees. This statement locks
-- ledger.entry until commit, so that no donation is posted in between.
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
-- For the balance of the fund, and to check whether a campaign was paid out.
create index entry_zakat_fee_fund on ledger.entry (currency) include (amount) where account = 'zakat_fee_fund';
create index entry_payout on ledger.entry (subject_id) where meaning = 'payout';

-- The part of each donation that counts as zakat by the campaign's ruling, in basis points.
alter table campaigns.campaign add column zakat_eligible_bps integer not null default 10000
  constraint zakat_eligible_bps_in_range check (zakat_eligible_bps between 1 and 10000);
-- The part that applied when the donation was made; null: the whole gift.
alter table giving.donation add column zakat_eligible_bps integer
  constraint zakat_eligible_bps_in_range check (zakat_eligible_bps between 1 and 10000);
alter table giving.donation alter column zakat_eligible_bps set statistics 20;

-- Marks an earlier donation as zakat. Returns false if it already was zakat. The caller checks that the change is
-- allowed. Runs as the owner, because the application role can't update donations.
create function giving.mark_as_zakat(donation_id uuid, eligible bigint, eligible_bps integer) returns boolean language sql security definer set search_path = '' as $$
  with marked as (
    update giving.donation d set is_zakat = true, zakat_eligible = eligible, zakat_eligible_bps = nullif(eligible_bps, 10000)
    where d.id = donation_id and not d.is_zakat returning 1)
  select exists (select from marked)
$$;
revoke execute on function giving.mark_as_zakat(uuid, bigint, integer) from public;

-- Moves the zakat-eligible amounts of existing donations to the zakat account, in one transaction per campaign and
-- currency. The source id is derived from both, so the amount can't be posted twice.
with eligible as (
  select d.campaign_id, d.currency, sum(d.zakat_eligible - coalesce(r.zakat_eligible, 0))::bigint as amount
  from giving.donation d left join giving.refunded_amount r on r.donation_id = d.id
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

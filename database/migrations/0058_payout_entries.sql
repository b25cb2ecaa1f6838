-- Payouts post three more meanings: what stays in a campaign's reserve, its release, and a repaid or written-off debt.
-- The old check allowed less, so existing rows needn't be checked again.
alter table ledger.entry
  drop constraint entry_meaning_check,
  add constraint entry_meaning_check check (meaning in ('charge', 'gift', 'covered_fee', 'tip', 'processing_fee', 'settlement', 'refund', 'dispute',
    'payout', 'reserve', 'release', 'repayment', 'sponsorship', 'memo', 'qurbani', 'sadaqah')) not valid;

-- The entries of a charity's campaigns that payouts take. It blocks donations while it is built, some seconds for a
-- million donations.
create index entry_payable on ledger.entry (subject_id, currency) where account in ('campaign_payable', 'zakat_payable');
-- Payments that hold a payout; there are few of each at any time.
create index intent_disputed on payments.intent (id) where state = 'DISPUTED';
create index refund_open on refunds.refund (intent_id) where state in ('proposed', 'requested', 'pending', 'requires_action');

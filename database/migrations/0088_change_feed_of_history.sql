-- Notes the records from before 0081, which the job then adds to the feed; some seconds per million rows.
-- Locks: none
insert into change_feed.pending
select 'donation', id, 0 from giving.donation
union all select 'refund', id, 0 from refunds.refund
union all select 'receipt', id, 0 from receipts.receipt
union all select 'plan', id, 0 from subscriptions.subscription
union all select 'occurrence', subscription_id, seq from subscriptions.occurrence
union all select 'payout', id, 0 from payouts.payout
union all select 'page', id, 0 from hosted_pages.page
union all select 'offline-donation', id, 0 from organizing.offline_donation;

-- Q8: overdue events, mails, look-ups, manual reviews, and payments and refunds with an unknown outcome
-- Limits: 15 minutes for events and mails, 10 minutes for look-ups, one hour for unknown outcomes, three days for manual reviews.
select 'event' as what, id::text, occurred_at as since from outbox.event where occurred_at < now() - interval '15 minutes'
union all
select 'mail', id::text, created_at from notifications.mail where state = 'queued' and attempts = 0 and created_at < now() - interval '15 minutes'
union all
select 'look-up', id::text, next_lookup_at from payments.attempt
where state in ('SUBMITTED', 'CHALLENGE', 'UNKNOWN') and next_lookup_at < now() - interval '10 minutes'
union all
select 'unknown', id::text, submitted_at from payments.attempt
-- A debit that the bank has confirmed as pending takes days.
where state = 'UNKNOWN' and processing_at is null and submitted_at < now() - interval '1 hour'
union all
select 'refund look-up', id::text, next_lookup_at from refunds.refund where next_lookup_at < now() - interval '10 minutes'
union all
select 'refund', id::text, requested_at from refunds.refund where state = 'requested' and requested_at < now() - interval '1 hour'
union all
select 'manual review', id::text, found_at from refunds.manual_review where resolved_at is null and found_at < now() - interval '72 hours'

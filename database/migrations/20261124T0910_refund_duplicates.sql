-- A donor who is told in a receipt mail that the same donation was made minutes before refunds it by a link (decision 55).
alter table refunds.refund drop constraint refund_origin_check;
alter table refunds.refund add constraint refund_origin_check check (origin in ('staff', 'donor', 'provider', 'bank'));

-- The paid donations of an e-mail as well: takes the place of `attempt_failed_email`. One entry for each attempt that has ended.
create index attempt_ended_of_email on payments.attempt (email_key, submitted_at) where state in ('SUCCEEDED', 'DECLINED');
drop index payments.attempt_failed_email;

-- A guest's plan is paused if the email address doesn't exist, or if its owner reports that they aren't the donor.
alter table subscriptions.subscription drop constraint subscription_reason_check;
alter table subscriptions.subscription add constraint subscription_reason_check check (reason in (
  'donor', 'failures', 'consent', 'card', 'causes', 'zakat', 'charity', 'dispute', 'finished', 'email-undeliverable', 'email-refused'));

-- How often the mail server permanently rejected the recipient.
alter table notifications.mail add column refusals smallint not null default 0;
create index mail_refused on notifications.mail (lower(to_address)) where refusals > 0;

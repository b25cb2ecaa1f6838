-- The plans that started in the last 15 minutes, by who started them and what they donate (recurring-33). Its key lets
-- one of two tabs start a plan, across processes; the other is asked.
create table subscriptions.recent_start (
  key             text primary key,   -- hash of the account, or of the visit and the email, with plan, frequency and amounts
  subscription_id uuid not null references subscriptions.subscription,
  started_at      timestamptz not null
);
create index recent_start_of_subscription on subscriptions.recent_start (subscription_id);

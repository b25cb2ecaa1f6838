-- Notes changes and writes events of subscriptions.subscription (0079, 0080). Each such migration locks one table: one that locked
-- several in another order than a donation would deadlock with it.
-- Locks: subscriptions.subscription (writes, a moment)
create trigger plan_started after insert on subscriptions.subscription for each row execute function change_feed.note('plan');
create trigger plan_changed after update of state, reason, portions, failures, closed_at on subscriptions.subscription for each row
  execute function change_feed.note('plan');
create trigger webhook_event after insert or update on subscriptions.subscription
  for each row execute function webhooks.add_plan_event();

-- Notes changes and writes events of payments.intent (0079, 0080). Each such migration locks one table: one that locked
-- several in another order than a donation would deadlock with it.
-- Locks: payments.intent (writes, a moment)
create trigger dispute_changed after update of state on payments.intent for each row
  when (old.state <> new.state and (old.state = 'DISPUTED' or new.state = 'DISPUTED')) execute function change_feed.note_donations_of_intent();
create trigger webhook_event after update of state on payments.intent
  for each row when (new.state = 'DISPUTED' and old.state <> 'DISPUTED')
  execute function webhooks.add_dispute_event();

-- Notes changes and writes events of receipts.receipt (0079, 0080). Each such migration locks one table: one that locked
-- several in another order than a donation would deadlock with it.
-- Locks: receipts.receipt (writes, a moment)
create trigger receipt_changed after insert or update on receipts.receipt for each row execute function change_feed.note('receipt');
create trigger webhook_event after insert on receipts.receipt
  referencing new table as issued
  for each statement execute function webhooks.add_receipt_event();

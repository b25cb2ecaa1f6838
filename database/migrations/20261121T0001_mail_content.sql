-- A mail is kept as what it says; how that looks is made when it is sent or read: a tenth of the bytes with every gift.
alter table notifications.mail add column content jsonb;
alter table notifications.mail alter column html drop not null, alter column plain drop not null;
alter table notifications.mail add constraint mail_says_something check (content is not null or (html is not null and plain is not null));

-- Receipts are not emptied either; rows were frozen one by one before.
create trigger receipt_no_truncate before truncate on receipts.receipt for each statement execute function receipts.refuse_change();
create trigger line_no_truncate before truncate on receipts.line for each statement execute function receipts.refuse_change();
create trigger void_no_truncate before truncate on receipts.void for each statement execute function receipts.refuse_change();

-- What a donor's bank takes back is money that goes back, too: it holds its amount while the bank decides, and is booked when the bank has (trust.md R15).
alter table refunds.refund drop constraint refund_origin_check;
alter table refunds.refund add constraint refund_origin_check check (origin in ('staff', 'provider', 'bank'));

-- Until when the provider hears our side of a dispute; empty once it has heard it, or has decided.
alter table refunds.refund add column answer_by timestamptz;
alter table refunds.refund add constraint answered_to_banks check (answer_by is null or origin = 'bank');

-- The key our confirmation carries is the attempt's own id, which is unique already.
alter table payments.attempt drop constraint attempt_provider_provider_key_key;
alter table payments.attempt add constraint attempt_provider_key_is_id check (provider_key = id::text);

-- Charges are known once they are made, and hardly any transaction undoes another: what is not there need not stand in an index.
create unique index attempt_charge on payments.attempt (provider, provider_charge_id) where provider_charge_id is not null;
alter table payments.attempt drop constraint attempt_provider_provider_charge_id_key;
create unique index tx_reverses on ledger.tx (reverses_tx_id) where reverses_tx_id is not null;
alter table ledger.tx drop constraint tx_reverses_tx_id_key;

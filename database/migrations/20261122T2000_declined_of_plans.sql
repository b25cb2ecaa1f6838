-- What a card was declined for while nobody pressed belongs to whoever ordered it: an erasure finds it by them, not by an e-mail that may have changed since.
create index intent_declined_of_plan on payments.intent ((order_details -> 'donor' ->> 'accountId'))
  where scope like 'plan:%' and state in ('FAILED', 'EXPIRED', 'CANCELLED');

-- What guests agreed to and never paid says who they were for 90 days: the nightly job finds by this what is due.
create index intent_unpaid_naming_guests on payments.intent (created_at)
  where state in ('FAILED', 'EXPIRED', 'CANCELLED') and scope not like 'account:%' and scope not like 'plan:%' and order_details -> 'donor' ->> 'ip' <> '';

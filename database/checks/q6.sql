-- Q6: attempts and intents that contradict each other
select i.id as intent_id, i.state as intent_state, a.id as attempt_id, a.state as attempt_state
from payments.intent i left join payments.attempt a on a.intent_id = i.id and a.state = 'SUCCEEDED'
where (i.state in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST')) <> (a.id is not null)
union all
select a.intent_id, null, a.id, a.state from payments.attempt a where a.state = 'SUCCEEDED' and not exists (select from giving.donation d where d.attempt_id = a.id)

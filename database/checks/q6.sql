-- Q6: intents whose attempts succeeded twice or were charged twice by the provider (occurrences of plans belong here once there are plans)
select intent_id, count(*) filter (where state = 'SUCCEEDED') as successes, count(distinct provider_charge_id) as charges
from payments.attempt group by intent_id
having count(*) filter (where state = 'SUCCEEDED') > 1 or count(distinct provider_charge_id) > 1

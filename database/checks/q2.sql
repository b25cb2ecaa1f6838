-- Q2: payment intents that were charged more than once
select intent_id, count(*) as successes
from payments.attempt
where state = 'SUCCEEDED'
group by intent_id
having count(*) > 1

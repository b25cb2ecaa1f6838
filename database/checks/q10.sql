-- Q10: donations to missing campaigns or levels, duplicate or missing level claims of plans, and contradictory intents, attempts and donations
select 'campaign' as what, d.id, null as intent_state, null as attempt_state
from giving.donation d
where not exists (select from campaigns.campaign c where c.id = d.campaign_id)
union all
select 'level', d.id, null, null
from giving.donation d
where d.level_id is not null
  and not exists (select from campaigns.level l where l.id = d.level_id and l.campaign_id = d.campaign_id)
union all
select 'intent', i.id, i.state, a.state
from payments.intent i
left join payments.attempt a on a.intent_id = i.id and a.state = 'SUCCEEDED'
where (
  i.state in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'DISPUTED', 'DISPUTE_WON', 'DISPUTE_LOST')
) <> (a.id is not null)
union all
select 'live attempt', a.id, i.state, a.state
from payments.attempt a
join payments.intent i on i.id = a.intent_id
where a.state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN') and i.state in ('FAILED', 'CANCELLED', 'EXPIRED')
union all
select 'paid attempt without donation', a.id, null, a.state
from payments.attempt a
where a.state = 'SUCCEEDED' and not exists (select from giving.donation d where d.attempt_id = a.id)
union all
select 'donation of unpaid attempt', d.id, null, a.state
from giving.donation d
join payments.attempt a on a.id = d.attempt_id
where a.state <> 'SUCCEEDED' or a.intent_id <> d.intent_id
union all
select 'level of a plan claimed twice', o.subscription_id, null, null
from subscriptions.subscription s
join subscriptions.occurrence o on o.subscription_id = s.id
join giving.donation d on d.intent_id = o.intent_id and d.level_id is not null
where s.level_charge_id is not null
group by 2
having count(distinct d.id) > 1
union all
select 'level of a plan without a claim', s.id, s.state, null
from subscriptions.subscription s
where s.level_id is not null
  and s.state in ('active', 'paused', 'needs-card')
  and not exists (
    select from campaigns.level_claim c where c.intent_id = s.id and c.level_id = s.level_id and c.state = 'claimed'
  )
  and not exists (
    select
    from subscriptions.occurrence o
    join giving.donation d on d.intent_id = o.intent_id
    where o.subscription_id = s.id and d.level_id = s.level_id
  )

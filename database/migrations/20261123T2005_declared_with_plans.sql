-- Gift Aid of a plan is declared when the plan is begun (trust.md 4.1). What was declared is kept with it from now on; there has been one text so far.
update subscriptions.subscription s set details = s.details || jsonb_build_object('declared', jsonb_build_object(
    'at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ip', s.details->>'ip', 'textVersion', 'hmrc-2024-03',
    'textHash', encode(sha256(convert_to(E'hmrc-2024-03\nI am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax in the current tax year than the amount of Gift Aid claimed on all my donations it is my responsibility to pay any difference.', 'UTF8')), 'hex')))
  where s.gift_aid and not s.details ? 'declared';

-- Their gifts had the moment each was paid in its place.
update giving.gift_aid_declaration g set declared_at = s.created_at
  from giving.donation d join subscriptions.occurrence o on o.intent_id = d.intent_id join subscriptions.subscription s on s.id = o.subscription_id
  where d.id = g.donation_id and s.created_at < g.declared_at;

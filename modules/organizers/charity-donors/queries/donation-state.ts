/** Condition on `refunds.refund f`: it has no result yet. */
export const isOpenRefund = `f.state in ('proposed', 'requested', 'pending', 'requires_action')`

/** SQL for what became of the donation `d`, which the provider charged. */
export const donationState = `case
  when exists (select from giving.refunded_amount r where r.donation_id = d.id and r.is_fully_refunded) then 'refunded'
  when (select i.state from payments.intent i where i.id = d.intent_id) = 'DISPUTED' then 'disputed'
  when exists (
    select
    from refunds.line n
    join refunds.refund f on f.id = n.refund_id
    where n.donation_id = d.id and ${isOpenRefund}
  ) then 'refund-pending'
  when exists (select from giving.refunded_amount r where r.donation_id = d.id and r.gift > 0) then 'partly-refunded'
  else 'paid'
  end`

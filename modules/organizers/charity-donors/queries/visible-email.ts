import { requestedLevelFields } from '#modules/money/giving/index.ts'

/**
 * SQL for the email address of the donation `d` that the team may see: one that its level required, and not of an
 * anonymous donor (privacy-2). The same as in `organizerColumns`, for conditions.
 */
export const visibleEmail = `(
  select case when 'email-required' = any(${requestedLevelFields}) and not d.is_anonymous then d.level_email end
  from campaigns.level l
  where l.id = d.level_id and d.level_email is not null
)`

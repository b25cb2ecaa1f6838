import { localDateIn } from '#shared/calendar.ts'
import type { CharityPlanView } from '../contract-donors.ts'
import type { PlanMail, PlanRow } from '../queries/plans.ts'

/** Converts a donor's plan for the charity's team, field by field, so that nothing else is sent (privacy-2). */
export const planView = (row: PlanRow, timeZone: string, mails: readonly PlanMail[] = []): CharityPlanView => ({
  id: row.id,
  state: row.state,
  reason: row.reason,
  frequency: row.frequency,
  gift: row.gift === null ? null : Number(row.gift),
  currency: row.currency,
  fundraiser: { id: String(row.campaignId), name: row.campaign },
  startedOn: localDateIn(timeZone, row.createdAt),
  endedOn: row.closedAt && localDateIn(timeZone, row.closedAt),
  nextOn: row.nextOn,
  failures: row.failures,
  failed: row.failed,
  paid: row.paid,
  donationId: row.donationId,
  name: row.name,
  mails: mails
    .filter(({ id }) => id === row.id)
    .map(({ kind, sentAt }) => ({ kind, sentOn: localDateIn(timeZone, sentAt) })),
})

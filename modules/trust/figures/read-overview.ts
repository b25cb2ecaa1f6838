import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { kindsOf } from '#modules/trust/moderation/rules/work.ts'
import { localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'
import type { StaffOverview } from './contract-overview.ts'
import type { TrustPorts } from './ports.ts'
import { countWithoutOutcome } from './queries.ts'
import {
  countBouncedMails,
  countCasesByAge,
  countManualReviews,
  measureParts,
  sumMoneySince,
} from './queries-overview.ts'
import { findFailingParts } from './rules/failing-parts.ts'

/** Roles that may see payments. */
const paymentRoles: readonly string[] = ['finance', 'support', 'admin']
const bouncedDays = 7

/**
 * Returns what staff see first: today's money in minor units (since midnight UTC), open cases by age, failing parts,
 * payments that don't match, and bounced mails. Each role sees only what its pages show (security-19).
 */
export async function readOverview(ports: TrustPorts, viewer: AccountViewer): Promise<StaffOverview> {
  const now = ports.clock()
  const since = new Date(`${localDateIn('UTC', now)}T00:00:00Z`)
  const canSeePayments = viewer.roles.some((role) => paymentRoles.includes(role))
  const { db } = ports
  const [money, cases, measures, unmatched, bounced] = await Promise.all([
    canSeePayments ? sumMoneySince(db, since) : null,
    countCasesByAge(db, kindsOf(viewer.roles), now),
    measureParts(db, now),
    canSeePayments ? Promise.all([countManualReviews(db), countWithoutOutcome(db, now)]) : null,
    countBouncedMails(db, new Date(now.getTime() - bouncedDays * dayMs)),
  ])
  return {
    since,
    money,
    cases: cases.map(({ oldestAt, ...ages }) => ({ ...ages, oldestAt })),
    failing: findFailingParts(measures, now).map(({ since: from, ...part }) => ({
      ...part,
      since: from,
    })),
    unmatched: unmatched ? { manualReviews: unmatched[0], withoutOutcome: unmatched[1] } : null,
    bounced: bounced.map(({ lastAt, ...mails }) => ({ ...mails, lastAt })),
  }
}

import type { MatchForStaff } from '#modules/organizers/charities/index.ts'
import { type AccountViewer, contactsOf } from '#modules/platform/identity/index.ts'
import type { ModerationPorts } from '../ports.ts'
import { personOf } from '../queue.ts'

/** Converts a screening match for its case: both sides, and the first of its two opinions. */
export async function matchView(
  ports: ModerationPorts,
  viewer: AccountViewer,
  { match, charity, person, entry }: MatchForStaff,
) {
  const [first] = match.firstReviewedById ? await contactsOf(ports.db, [match.firstReviewedById]) : []
  return {
    subject: match.subject,
    screenedName: match.screenedName,
    charityCountry: charity.country,
    person: person
      ? {
          office: person.office,
          birthYear: person.birthYear,
          birthMonth: person.birthMonth,
          country: person.country,
        }
      : null,
    list: match.list,
    names: [...match.entryNames],
    source: match.entrySource,
    entry: entry ? { ...entry } : null,
    score: match.score,
    isVerified: charity.verificationState === 'verified',
    first: match.firstFinding
      ? {
          finding: match.firstFinding,
          by: first ? personOf(first).name : '',
          isOwn: match.firstReviewedById === viewer.accountId,
        }
      : null,
    approvals: ports.staffApprovals,
  }
}

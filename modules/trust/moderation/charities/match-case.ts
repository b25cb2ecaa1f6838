import { matchForStaff } from '#modules/organizers/charities/index.ts'
import { type AccountViewer, contactsOf } from '#modules/platform/identity/index.ts'
import type { ModerationPorts } from '../ports.ts'
import type { Case } from '../queries/cases.ts'
import { personOf } from '../queue.ts'

/** Returns both sides of the screening match that a case is about; null for other cases. */
export async function matchOfCase(ports: ModerationPorts, viewer: AccountViewer, { kind, subjectId }: Case) {
  const found = kind === 'match' ? await matchForStaff(ports, ports.db, subjectId) : undefined
  if (!found) return null
  const { match, charity, person, entry } = found
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
